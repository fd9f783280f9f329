import { describe, expect, test } from "vitest";
import { withoutRepetition } from "../../../shared/render/page/said-once.ts";
import { objectsIn, type Raw, readLive } from "../../aggregate/gate-situation.ts";
import { recorded } from "../../golden/recorded.ts";
import { aggregate } from "../../printed.ts";
import { printed } from "../printed.ts";

const well = "everything-is-well-with-all-six-components";
const denial = "spec.x is not allowed: the policy of this cluster forbids it";
const error = `Error while reconciling: admission webhook "kubevirt-update-validator.kubevirt.io" denied the request: ${denial}`;
const since = "2026-11-21T11:50:00Z";

/** A cluster on which a webhook refuses what the operator writes. Its event has the error too. */
function refused(version = "1.20.0"): Raw[] {
  const objects = objectsIn(well);
  const cr = objects.find(({ kind }) => kind === "HyperConverged") as Raw;
  const reconcile = cr["status"].conditions.find(({ type }: Raw) => type === "ReconcileComplete");
  Object.assign(reconcile, { status: "False", reason: "ReconcileFailed", message: error, lastTransitionTime: since });
  cr["status"].versions = [{ name: "operator", version }];
  const { name, namespace, uid } = cr["metadata"];
  const event = {
    ...{ apiVersion: "v1", kind: "Event", metadata: { name: "e", namespace, uid: "e" } },
    ...{ type: "Warning", reason: "ReconcileError", message: error, count: 7, lastTimestamp: "2026-11-21T11:59:00Z" },
    involvedObject: { apiVersion: cr["apiVersion"], kind: "HyperConverged", name, namespace, uid },
  };
  return [...objects, event];
}

/** How often a text has some words, whatever its line breaks. */
function count(text: string, words: string): number {
  return text.replace(/\s+/g, " ").split(words).length - 1;
}

describe("a report says a refusal once", () => {
  test.for(["1.20.0", "1.19.0"])("of a webhook, with the CR at version %s", async (version) => {
    const text = await printed("text", aggregate(readLive(refused(version))), {});
    expect(count(text, denial)).toBe(1);
    expect(count(text, "✗ KubeVirt")).toBe(1);
  });

  test.for([
    "a-quota-refuses-the-new-pod-of-the-operator",
    "a-quota-stops-the-replicaset-of-virt-api",
    "the-loop-ends-at-ssp-and-kubevirt-is-degraded",
    "an-old-reconcile-error-is-no-passing-conflict",
  ])("%s", async (sentence) => {
    const report = aggregate(recorded(sentence));
    const error = /(?:exceeded quota|denied the request|failed calling webhook)[^,]*/.exec(
      report.roots[0]?.causes.map(({ text }) => text).join("\n") ?? "",
    )?.[0];
    for (const format of ["text", "markdown"] as const)
      expect([format, count(await printed(format, report, { width: 500 }), error ?? "no error")]).toEqual([format, 1]);
  });
});

test.for<[sentence: string, text: string, said: string, left: string]>([
  [
    "what was said behind a colon goes",
    "it waits: a long enough text of an error",
    "CDI: a long enough text of an error, 5m",
    "it waits",
  ],
  [
    "what was not said stays",
    "it waits: a long enough text of an error",
    "CDI: another text",
    "it waits: a long enough text of an error",
  ],
  ["a short text may stand twice", "it waits: boom", "CDI: boom", "it waits: boom"],
  [
    "the middle of a long text may be left out",
    "it waits: a long enough… of an error at its end",
    "CDI: a long enough text, with much between, of an error at its end",
    "it waits",
  ],
])("%s", ([, text, said, left]) => {
  expect(withoutRepetition(text, [said])).toBe(left);
});
