import { describe, expect, test } from "vitest";
import { evaluateCustomResource, parseCondition, testVerdicts } from "./verdict-rows.ts";

describe("a row of our tables that describes all kinds of a group", () => {
  testVerdicts([
    [
      "leaves words in other fields to the general rules",
      { group: "flink.apache.org", kind: "FlinkStateSnapshot", status: { state: "FAILED" } },
      "degraded",
    ],
    [
      "reads its own field",
      { group: "flink.apache.org", kind: "FlinkThing", status: { lifecycleState: "STABLE", state: "odd" } },
      "healthy",
    ],
    [
      "does not excuse a fault in another field",
      { group: "flink.apache.org", kind: "FlinkThing", status: { lifecycleState: "STABLE", state: "FAILED" } },
      "degraded",
    ],
    [
      "does not make an object healthy whose conditions are unknown",
      { group: "cilium.io", kind: "CiliumThing", status: { conditions: [parseCondition("Jam=False Broken")] } },
      "unknown",
    ],
    [
      "makes a kind healthy that never has conditions",
      { group: "secrets-store.csi.x-k8s.io", kind: "SecretProviderClass", status: {} },
      "healthy",
    ],
    [
      "does not make a kind healthy that may have conditions",
      { group: "cilium.io", kind: "CiliumThing", status: {} },
      "unknown",
    ],
  ]);

  test("a count in a row counts the items of a list of texts", () => {
    const spec = { egressIPs: ["10.0.0.1", "10.0.0.2"] };
    const items = spec.egressIPs.map((egressIP) => ({ node: "n", egressIP }));
    const egressIP = { group: "k8s.ovn.org", kind: "EgressIP", spec };
    const complete = evaluateCustomResource({ ...egressIP, status: { items } });
    const incomplete = evaluateCustomResource({ ...egressIP, status: { items: items.slice(1) } });
    expect([complete.verdict, incomplete.facts["ready"]]).toEqual(["healthy", "1/2"]);
  });
});
