import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take the longest, so they begin first: a whole suite in an extension host each, and journeys of many windows. */
const longestFiles = /\/test\/vscode\/(?:host-\w+|journeys\/(?:first-try-\w+|manifest-first))\.test\.ts$/;

/**
 * Orders test files as vitest does, but lets projects of one group take turns instead of running one after the other:
 * editors compute while the tests of the cluster wait. The files of each project are spread evenly over the group, the
 * longest first.
 */
export class InTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = ({ moduleId }: TestSpecification): number => (longestFiles.test(moduleId) ? 0 : 1);
    const sorted = (await super.sort(files)).toSorted((a, b) => longestFirst(a) - longestFirst(b));
    // The whole part is the group of the file, the fraction its share of the files of its project.
    const rank = new Map<TestSpecification, number>();
    for (const projectFiles of Map.groupBy(sorted, ({ project }) => project.name).values()) {
      for (const [index, file] of projectFiles.entries()) {
        rank.set(file, file.project.config.sequence.groupOrder + index / projectFiles.length);
      }
    }
    return sorted.toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  }
}
