import { describe, expect, test } from "vitest";
import type { Source } from "../../shared/model/snapshot.ts";
import { renderFirstText } from "../../shared/render/formats/text/text.ts";
import { readGoldenCase } from "../golden/recorded.ts";
import { aggregateAndPrint } from "../printed.ts";

describe("what was not read: a file does not have it, a must-gather did not collect it, a server did not show it", () => {
  test.for<readonly [source: Source["kind"], deployments: string, part: string, line: string]>([
    [
      "files",
      "the Deployments and DaemonSets of KubeVirt are not in the file",
      "is not in the file",
      "Read 6 of 7 objects, 1 not in the file: cdis",
    ],
    [
      "buffer",
      "the Deployments and DaemonSets of KubeVirt are not in the file",
      "is not in the file",
      "Read 6 of 7 objects, 1 not in the file: cdis",
    ],
    [
      "must-gather",
      "the Deployments and DaemonSets of KubeVirt were not collected",
      "was not collected",
      "Read 6 of 7 objects, 1 not collected: cdis",
    ],
    [
      "cluster",
      "the Deployments and DaemonSets of KubeVirt were not read",
      "was not read",
      "Read 6 of 7 objects, 1 not read: cdis",
    ],
  ])("%s", ([kind, deployments, part, line]) => {
    const screenOf = (sentence: string): string => {
      const snapshot = readGoldenCase(sentence);
      return renderFirstText(aggregateAndPrint({ ...snapshot, source: { ...snapshot.source, kind } }));
    };
    const screen = screenOf("an-upgrade-in-a-file-without-cdi-is-unknown");
    expect(screen).toContain(`CDI cdi-kubevirt-hyperconverged ${part}`);
    expect(screen).toContain(line);
    expect(screenOf("kubevirt-has-no-conditions-yet")).toContain(deployments);
  });

  test("a damaged piece of a file was not read", () => {
    const snapshot = readGoldenCase("an-upgrade-in-a-file-without-cdi-is-unknown");
    const damage = [{ where: "other.yaml", cause: "not YAML" }];
    expect(renderFirstText(aggregateAndPrint({ ...snapshot, damage }))).toContain(
      "Read 6 of 8 objects, 1 not in the file, 1 not read: cdis, other.yaml",
    );
  });
});
