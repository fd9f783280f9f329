import { expect, test } from "vitest";
import { isOlderThanSpec } from "../../../shared/aggregate/evaluation/freshness.ts";
import { manifest, object } from "../core/manifests.ts";

test.for<readonly [situation: string, status: object, isOlder: boolean]>([
  ["waits for a restart after a change", { observedGeneration: 1, desiredGeneration: 2 }, false],
  ["changed and was not observed", { observedGeneration: 1, desiredGeneration: 1 }, true],
  ["is of a KubeVirt that reports no generation", {}, false],
])("a VirtualMachine that %s", ([, status, isOlder]) => {
  const machine = manifest("kubevirt.io/v1", "VirtualMachine", "it", { metadata: { generation: 2 }, status });
  expect(isOlderThanSpec(object(machine), [])).toBe(isOlder);
});
