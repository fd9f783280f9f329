import { expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { renderText } from "../../../shared/render/formats/text/text.ts";
import { type Raw, readCaseAsCluster, readFromCluster } from "../gate-situation.ts";
import { readSurfaces } from "./surfaces.ts";

const healthyCase = "all-six-components-are-healthy";

/** Sets the generations of an object, of its status, and of its conditions of these types. */
function generations(kind: string, own: number, ofStatus: number, ofTypes: Readonly<Record<string, number>>) {
  return (objects: readonly Raw[]): void => {
    const object = objects.find((each) => each["kind"] === kind);
    Object.assign(object?.["metadata"], { generation: own });
    Object.assign(object?.["status"], { observedGeneration: ofStatus });
    for (const each of object?.["status"]?.conditions ?? []) each.observedGeneration = ofTypes[each.type] ?? own;
  };
}

const rows: readonly {
  readonly rule: string;
  readonly change: (objects: readonly Raw[]) => void;
  readonly verdict: string;
  readonly note: string;
}[] = [
  {
    rule: "all belong to the present generation",
    change: generations("HyperConverged", 5, 5, {}),
    verdict: "healthy",
    note: "6 components healthy",
  },
  {
    rule: "Available of the HyperConverged belongs to an older one, though its status is newer",
    change: generations("HyperConverged", 5, 5, { Available: 2 }),
    verdict: "progressing",
    note: "generation 5, observed 2",
  },
  {
    rule: "the status is ahead, and its conditions are not",
    change: generations("HyperConverged", 5, 9, { Degraded: 4 }),
    verdict: "progressing",
    note: "generation 5, observed 4",
  },
  {
    rule: "a condition that makes no verdict belongs to an older one",
    change: generations("HyperConverged", 5, 5, { Upgradeable: 2 }),
    verdict: "healthy",
    note: "6 components healthy",
  },
  {
    rule: "Available of KubeVirt belongs to an older one",
    change: generations("KubeVirt", 5, 5, { Available: 2 }),
    verdict: "progressing",
    note: "5 of 6 healthy",
  },
  {
    rule: "CDI has no status subresource, so that its generation counts each status",
    change: generations("CDI", 5, 5, { Available: 2 }),
    verdict: "healthy",
    note: "6 components healthy",
  },
];

test.for(rows)("what belongs to an older generation is no evidence: $rule", ({ change, verdict, note }) => {
  const objects = readCaseAsCluster(healthyCase);
  change(objects);
  const snapshot = readFromCluster(objects);
  const answers = readSurfaces(snapshot);
  expect(answers.verdict).toBe(verdict);
  const states = ["healthy", "available", "upgraded"].filter((goal) => answers.reached.includes(goal));
  expect(states.includes("healthy")).toBe(verdict === "healthy");
  expect(states.includes("available")).toBe(verdict === "healthy");
  expect(answers.gate === "ALLOW" && verdict !== "healthy").toBe(false);
  expect(renderText(aggregate(snapshot), { width: 120 })).toContain(note);
});
