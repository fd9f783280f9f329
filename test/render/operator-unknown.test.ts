import { describe, expect, test } from "vitest";
import type { Finding } from "../../shared/model/finding/finding.ts";
import type { RootNode } from "../../shared/model/report.ts";
import { describeFinding as sentenceOf } from "../../shared/outline/findings/describe.ts";
import { fleetRow } from "../../shared/render/fleet/rows.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import { component, finding, hyperconverged, report, root, workloadBelow } from "./build.ts";

const lacks =
  "cannot determine whether the operator is running: no permission to list deployments.apps in namespace kubevirt-hyperconverged";
const unseen = finding("warning", { code: "operator-unknown", outcome: "forbidden", cause: "no" });
const unknown = root({ ownVerdict: "unknown", children: [component("CDI", "healthy", "v1")] });

/** The text of a report in one line, whatever its width. */
function textOf(roots: readonly RootNode[], findings: readonly Finding[]): string {
  return renderText(report(roots, { findings }), { width: 200 }).replaceAll(/\s+/g, " ");
}

describe("a report has once that the operator was not seen", () => {
  test("behind the headline", () => {
    const text = textOf([unknown], [unseen]);
    expect(text).toContain("status unknown");
    expect(text.split(lacks)).toHaveLength(2);
  });
  test("behind the headline of what is worse for another reason", () => {
    const text = textOf([root({ children: [component("CDI", "unavailable", "v1")] })], [unseen]);
    expect(text).toContain(lacks);
  });
  test("in the table of several roots", () => {
    const other = root({ ref: { ...hyperconverged, name: "other" }, label: "other" });
    expect(textOf([unknown, other], [unseen])).toContain("cannot determine whether the operator is running");
  });
  test("in the table of a fleet", () => {
    const one = report([unknown], { findings: [unseen] });
    const { state, cause } = fleetRow({ context: "a", report: one }, { format: "age", wide: false });
    expect([state, cause]).toEqual(["unknown", lacks]);
  });
});

test("a file that does not hold it has a note, and no line behind the headline", () => {
  const given = finding("info", { code: "operator-unknown", outcome: "unread", cause: "", isGiven: true });
  const text = textOf([root({ children: [component("CDI", "healthy", "v1")] })], [given]);
  expect(text).toContain("the operator is not in the input: only the status of the custom resources was evaluated");
  expect(text).not.toContain("cannot determine");
});

describe("the sentence says what is missing", () => {
  const deployment = workloadBelow("workload", "hco-operator", "progressing").ref;
  const { namespace: _, ...placeless } = hyperconverged;
  const unknownFor = "cannot determine whether the operator is running";
  const rows: readonly [finding: Finding, sentence: string][] = [
    [unseen, lacks],
    [
      finding("warning", { code: "operator-unknown", outcome: "found", cause: "" }, deployment),
      `${unknownFor}: Deployment kubevirt-hyperconverged/hco-operator has no status`,
    ],
    [
      finding("warning", { code: "operator-unknown", outcome: "unread", cause: "timed out" }),
      `${unknownFor}: deployments.apps in namespace kubevirt-hyperconverged could not be read (timed out)`,
    ],
    [
      finding("warning", { code: "operator-unknown", outcome: "unread", cause: "" }, placeless),
      `${unknownFor}: deployments.apps could not be read`,
    ],
    [
      finding("warning", { code: "operator-unknown", outcome: "noSuchKind", cause: "" }),
      `${unknownFor}: deployments.apps is not installed`,
    ],
    [
      finding("error", {
        code: "operator-down",
        deployment: "hco-operator",
        ready: 0,
        wanted: 2,
        found: false,
        byPods: true,
      }),
      "the operator is down (0 of 2 pods ready): the CR's status is out of date",
    ],
  ];
  test.for(rows)("%o", ([one, sentence]) => {
    expect(sentenceOf(one)).toBe(sentence);
  });
});
