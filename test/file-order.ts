import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Vitest's order, but projects of one group take turns instead of running one after the other: editors compute while
 * the tests of the cluster wait. Each project's files are spread evenly over the group.
 */
export class InTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const counts = new Map(
      Array.from(
        Map.groupBy(sorted, ({ project }) => project.name),
        ([name, all]) => [name, all.length],
      ),
    );
    const placed = new Map<string, number>();
    const share = new Map<TestSpecification, number>();
    for (const file of sorted) {
      const { name, config } = file.project;
      const place = placed.get(name) ?? 0;
      placed.set(name, place + 1);
      share.set(file, config.sequence.groupOrder + place / (counts.get(name) ?? 1));
    }
    return sorted.toSorted((a, b) => (share.get(a) ?? 0) - (share.get(b) ?? 0));
  }
}
