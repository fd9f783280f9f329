import { describe, expect, test } from "vitest";
import { rootAbout } from "./evaluate.ts";

const since = "2026-11-21T11:50:00Z";
const notReady = { type: "Ready", status: "False", reason: "Broken", lastTransitionTime: since };

function verdictOf(status: object, kind = "Widget", group = "acme.io"): string {
  const metadata = { name: "w", creationTimestamp: since };
  return rootAbout({ apiVersion: `${group}/v1`, kind, metadata, spec: {}, status }).verdict;
}

type Row = readonly [rule: string, status: object, verdict: string];
const deep = { a: { b: { c: { d: { e: { f: { members: [{ status: "Failed" }] } } } } } } };
const daemon = (numberReady: number) => ({ agentStatus: { status: { desiredNumberScheduled: 2, numberReady } } });
const component = (fields: object) => ({
  phase: "Ready",
  components: [{ name: "a", ...fields, conditions: [notReady] }],
});

describe("the parts of a status of a kind that no row names", () => {
  const rows: readonly Row[] = [
    ["a fault of a member counts at any depth", { phase: "Ready", ...deep }, "degraded"],
    [
      "a reason of a failure beside a member counts",
      { members: [{ status: "NotReady", reason: "PollTimeout" }] },
      "degraded",
    ],
    [
      "not where the word of the member is good",
      { phase: "Ready", members: [{ status: "Ready", reason: "PollTimeout" }] },
      "healthy",
    ],
    ["an older revision need not be ready", { phase: "Ready", revisions: [{ conditions: [notReady] }] }, "healthy"],
    ["nor a component that is disabled", component({ state: "Disabled" }), "healthy"],
    ["or removed", component({ managementState: "Removed" }), "healthy"],
    ["one that stopped may have failed", component({ state: "Stopped" }), "unavailable"],
    ["and so may any other", component({}), "unavailable"],
    ["the counts of a DaemonSet count below", daemon(2), "healthy"],
    ["also where one is missing", daemon(1), "progressing"],
    [
      "the status of the object behind it counts",
      { phase: "Created", backup: { status: { phase: "PartiallyFailed" } } },
      "degraded",
    ],
    ["and what that does", { phase: "Created", backup: { status: { phase: "InProgress" } } }, "progressing"],
    ["not that of the last one", { phase: "Ready", lastBackup: { status: { phase: "Failed" } } }, "healthy"],
    ["an interface that is down alone tells nothing", { currentState: { interfaces: [{ state: "down" }] } }, "unknown"],
  ];
  test.for(rows)("%s", ([, status, verdict]) => {
    expect(verdictOf(status)).toBe(verdict);
  });
});

describe("the words of a status of a kind that no row names", () => {
  const rows: readonly Row[] = [
    ["a name that begins with a step is under way", { phase: "ApplyingChanges" }, "progressing"],
    ["not one whose end is good", { phase: "ProcessingComplete" }, "unknown"],
    ["what waits for its good end is", { phase: "WaitApplied" }, "progressing"],
    ["a success in part is a fault", { status: "PartialSuccess" }, "degraded"],
    ["the final stage is no doubt", { stage: "Final", status: "Successful" }, "healthy"],
    ["what was not asked for tells nothing", { phase: "Ready", storageStatus: "NotProvided" }, "healthy"],
    ["alone it is no evidence", { storageStatus: "NotProvided" }, "unknown"],
    ["a word under the name of the kind is that of the object", { widgetState: "available" }, "healthy"],
    ["also where it is a fault", { widgetState: "failed" }, "degraded"],
    [
      "an inferred word is no doubt about a ready whole",
      { phase: "Discovering", conditions: [{ type: "Ready", status: "True", lastTransitionTime: since }] },
      "healthy",
    ],
  ];
  test.for(rows)("%s", ([, status, verdict]) => {
    expect(verdictOf(status)).toBe(verdict);
  });
});

describe("a row of every kind of a group", () => {
  const rows: readonly (readonly [rule: string, group: string, kind: string, status: object, verdict: string])[] = [
    [
      "leaves words of other fields to the rules",
      "flink.apache.org",
      "FlinkStateSnapshot",
      { state: "FAILED" },
      "degraded",
    ],
    ["and reads its own", "flink.apache.org", "FlinkThing", { lifecycleState: "STABLE", state: "odd" }, "healthy"],
    [
      "beside which a fault in another field stands",
      "flink.apache.org",
      "FlinkThing",
      { lifecycleState: "STABLE", state: "FAILED" },
      "degraded",
    ],
    [
      "calls nothing good by its silence where conditions are unknown",
      "cilium.io",
      "CiliumThing",
      { conditions: [{ ...notReady, type: "Jam" }] },
      "unknown",
    ],
    ["but where a kind never has any", "secrets-store.csi.x-k8s.io", "SecretProviderClass", {}, "healthy"],
    ["nor where a kind may have some", "cilium.io", "CiliumThing", {}, "unknown"],
  ];
  test.for(rows)("%s", ([, group, kind, status, verdict]) => {
    expect(verdictOf(status, kind, group)).toBe(verdict);
  });

  test("a count of a row counts texts", () => {
    const egress = (items: readonly object[]) =>
      rootAbout({
        apiVersion: "k8s.ovn.org/v1",
        kind: "EgressIP",
        metadata: { name: "w", creationTimestamp: since },
        spec: { egressIPs: ["10.0.0.1", "10.0.0.2"] },
        status: { items },
      });
    const [first, second] = ["10.0.0.1", "10.0.0.2"].map((egressIP) => ({ node: "n", egressIP }));
    expect([egress([first ?? {}, second ?? {}]).verdict, egress([first ?? {}]).facts["ready"]]).toEqual([
      "healthy",
      "1/2",
    ]);
  });
});
