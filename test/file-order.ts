import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Short files that stand for a whole suite in an extension host. Run last, they would run alone. */
const longest = /\/test\/vscode\/host-\w+\.test\.ts$/;

/**
 * Vitest's order, but projects of one group take turns instead of running one after the other: editors compute while
 * the tests of the cluster wait. Each project's files are spread evenly over the group, the longest first.
 */
export class InTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShorter = ({ moduleId }: TestSpecification): number => Number(!longest.test(moduleId));
    const sorted = (await super.sort(files)).toSorted((a, b) => isShorter(a) - isShorter(b));
    const place = new Map<TestSpecification, number>();
    for (const files of Map.groupBy(sorted, ({ project }) => project.name).values())
      for (const [index, file] of files.entries())
        place.set(file, file.project.config.sequence.groupOrder + index / files.length);
    return sorted.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  }
}
