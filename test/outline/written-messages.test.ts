import { expect, test } from "vitest";
import type { Observation } from "../../shared/model/cause/observation.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { messageText } from "../../shared/outline/cause.ts";
import { writeMessages } from "../../shared/outline/written-messages.ts";

const rows: readonly [message: string, observed: Observation | undefined, text: string][] = [
  ["boom", undefined, "boom"],
  ["", undefined, ""],
  ["", { code: "cordoned" }, "no new pods are scheduled"],
  [
    "back-off 5m0s restarting failed container=a",
    { code: "last-exit", exitCode: 137, signal: "SIGKILL", reason: "OOMKilled", message: "" },
    "back-off 5m0s restarting failed container=a; last terminated with OOMKilled, exit code 137 (SIGKILL)",
  ],
  ["", { code: "exit", exitCode: 1, reason: "Error", message: "panic: x\n" }, "exit code 1: panic: x"],
  ["", { code: "replicas", count: 0, wanted: 1, state: "ready" }, "0 of 1 pod is ready"],
  ["", { code: "replicas", count: 1, wanted: 3, state: "updated" }, "1 of 3 pods are updated"],
  ["", { code: "deletion-waits", finalizers: ["a", "b"] }, "deletion waits for finalizers a, b"],
  ["", { code: "readiness-probe" }, "running, but its readiness probe fails"],
  [
    "",
    { code: "readiness-probe", probe: { by: "http", port: "8443", path: "/healthz" } },
    "running, but its readiness probe (GET :8443/healthz) fails",
  ],
  ["", { code: "startup-probe", probe: { by: "command" } }, "startup probe (a command) has not succeeded yet"],
  [
    "",
    {
      code: "not-created",
      volumes: [
        { source: "Secret", name: "token" },
        { source: "csi", name: "driver" },
      ],
    },
    "not created: its network, its image or a volume is not available (volumes: Secret token, CSI driver)",
  ],
  ["", { code: "missing-condition", type: "Ready" }, "reports no Ready condition"],
];

test.for(rows)("%j and %j are one message", ([message, observed, text]) => {
  expect(messageText({ message, ...definedFields({ observed }) })).toBe(text);
});

test("a document has the sentence in place of the observation, wherever that stands, and its fields in their order", () => {
  const trouble = { reason: "Cordoned", message: "", observed: { code: "cordoned" }, since: "2026-01-01T00:00:00Z" };
  const same = { reason: "Ready", message: "the cluster's" };
  const written = writeMessages({ roots: [{ label: "a", trouble, children: [same] }], findings: [same] });
  expect(JSON.stringify(written.roots[0])).toBe(
    '{"label":"a","trouble":{"reason":"Cordoned","message":"no new pods are scheduled","since":"2026-01-01T00:00:00Z"},' +
      '"children":[{"reason":"Ready","message":"the cluster\'s"}]}',
  );
  expect(written.findings[0]).toBe(same);
});

test("what holds no observation is the same object", () => {
  const report = { roots: [{ trouble: { reason: "x", message: "y" } }], absent: null };
  expect(writeMessages(report)).toBe(report);
});
