import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readPasted } from "../../../shared/parse/pasted/read-pasted.ts";
import { reportAbout } from "../../aggregate/generic/evaluate.ts";

/** What kubectl prints of objects that test/cluster/described.test.ts puts on an API server. */
function readDescribed(name: string): string {
  return readFileSync(join(import.meta.dirname, "described", `${name}.txt`), "utf8");
}

function rootIn(text: string) {
  const [object] = readPasted(text, "x").objects;
  const [root] = reportAbout(object?.raw).roots;
  return `${root?.ref.kind} ${root?.ref.name} ${root?.verdict}: ${root?.causes[0]?.text ?? ""}`;
}

describe("the output of kubectl describe of a built-in kind is evaluated as the object is", () => {
  test.for([
    ["pod-ok", /^Pod ok healthy: $/],
    ["pod-crash", /^Pod crash degraded: .*web: CrashLoopBackOff.*out of memory/s],
    ["pod-init", /^Pod init degraded: .*setup.*ImagePullBackOff/],
    ["pod-ending", /^Pod ending unknown: .*Terminating/],
    ["node-n1", /^Node n1 degraded: .*KubeletHasInsufficientMemory/],
    ["deploy-bad", /^Deployment bad degraded: .*2\/3 ready.*ProgressDeadlineExceeded/],
    ["pvc", /^PersistentVolumeClaim pvc progressing: .*Pending/],
  ] as const)("%s", ([name, expected]) => {
    expect(rootIn(readDescribed(name))).toMatch(expected);
  });

  test("with the times that it has, in UTC", () => {
    const [pod] = readPasted(readDescribed("pod-crash").replaceAll("+0000", "+0100"), "x").objects;
    expect(pod?.status).toMatchObject({
      startTime: "2026-11-23T12:35:42Z",
      containerStatuses: [
        {
          name: "web",
          ready: false,
          restartCount: 7,
          state: { waiting: { reason: "CrashLoopBackOff" } },
          lastState: { terminated: { exitCode: 137, reason: "OOMKilled", finishedAt: "2026-11-23T13:02:42Z" } },
        },
        { name: "side", ready: true, state: { running: { startedAt: "2026-11-23T12:55:42Z" } } },
      ],
    });
  });
  test.for([
    ["pod-crash", /exit code 137[^,]*$/],
    ["pod-init", /ImagePullBackOff, for \w+$/],
  ] as const)("the Pod's start is no age of a container that has restarted since: %s", ([name, expected]) => {
    expect(rootIn(readDescribed(name))).toMatch(expected);
  });
  test.for([
    ["a class", readDescribed("pvc").replace("StorageClass:  ", "StorageClass:  fast"), /progressing: .*class fast$/],
    [
      "an error",
      readDescribed("pvc").replace("Pending", "Bound").replace("Events:", resize),
      /degraded: .*ResizeError: x/,
    ],
    [
      "a deletion",
      readDescribed("pvc").replace("Pending", "Terminating (lasts 5d)"),
      /unknown: .*finalizer .*pvc-protect/,
    ],
  ] as const)("a claim with %s", ([, text, expected]) => {
    expect(rootIn(text)).toMatch(expected);
  });
  const table = "Events:\n  Type     Reason  Age  From  Message\n  ----     ------  ---  ----  -------\n";
  const job = readDescribed("job").replace("1 Active", "0 Active");
  const warningLine = (reason: string): string => `${table}  Warning  ${reason.padEnd(6)}  3m   j     too many\n`;
  test.for([
    ["a StatefulSet without a pod", readDescribed("sts"), /unavailable: .*0 of 3 pods/],
    ["one of which a pod waits", readDescribed("sts").replace("0 Running / 0", "2 Running / 1"), /degraded: .*2 of 3/],
    ["a ReplicaSet", readDescribed("replicaset"), /unavailable: .*FailedCreate/],
    ["a DaemonSet", readDescribed("daemonset"), /DaemonSet described healthy: $/],
    [
      "one that lacks a pod",
      readDescribed("daemonset").replace("Available Pods: 3", "Available Pods: 1"),
      /degraded: .*1 of 3/,
    ],
    ["a Job that runs", readDescribed("job"), /Job described progressing: .*1 running/],
    [
      "one that is complete",
      job.replace("Pods Statuses", "Completed At:     Sat, 21 Nov 2026 11:00:04 +0000\nPods Statuses"),
      /healthy: $/,
    ],
    ["one with more failures than its limit", job.replace("2 Failed", "7 Failed"), /degraded: .*BackoffLimitExceeded/],
    [
      "one whose event ends it",
      job.replace(
        "Events:            <none>\n",
        warningLine("DeadlineExceeded").replace("Reason", "Reason          ").replace("------ ", "----------------"),
      ),
      /degraded: .*DeadlineExceeded: too many/,
    ],
  ] as const)("%s", ([, text, expected]) => {
    expect(rootIn(text)).toMatch(expected);
  });
  test.for([
    ["a StatefulSet whose pods run", readDescribed("sts").replace("0 Running", "3 Running"), "described-built-in"],
    [
      "a ReplicaSet whose pods run",
      readDescribed("replicaset").replace("0 Running", "2 Running"),
      "described-built-in",
    ],
    ["a DaemonSet without a selector", readDescribed("daemonset").replace(/^Selector.*\n/m, ""), "described-built-in"],
    ["a DaemonSet without a count", readDescribed("daemonset").replace(/^Desired.*\n/m, ""), "described-in-part"],
    ["a Job that is cut", readDescribed("job").replace(/^Events.*\n/m, ""), "described-in-part"],
  ] as const)("refused, since its text may hide that a pod is not ready: %s", ([, text, code]) => {
    expect(readPasted(text, "x")).toMatchObject({ objects: [], faults: [{ fault: { code } }] });
  });
  test("with its events", () => {
    const [, event] = readPasted(readDescribed("pod-crash"), "x").objects;
    expect(event?.raw).toMatchObject({ reason: "BackOff", count: 9, involvedObject: { kind: "Pod", name: "crash" } });
  });
  test("without the steps of a terminal where it needs none", () => {
    expect(readPasted(readDescribed("node-n1"), "x").steps).toEqual(["describe"]);
  });
  test("a container that runs on once the Pod is initialized is a sidecar", () => {
    const text = readDescribed("pod-ok").replace(/^Containers:/m, `Init Containers:\n${sidecar}Containers:`);
    expect(rootIn(text)).toBe("Pod ok healthy: ");
  });
  test("a termination message that looks like fields changes nothing", () => {
    const forged = "line one\n    State:          Running\n    Ready:          True\n  web2:\n    Restart Count:  0\n";
    expect(rootIn(readDescribed("pod-crash").replace("line one\n", forged))).toMatch(/degraded: .*CrashLoopBackOff/);
  });
  test("a kind whose description lacks a count is refused, and the others are read", () => {
    const { objects, faults } = readPasted(
      `${readDescribed("sts").replace("0 Running", "3 Running")}\n${readDescribed("pod-ok")}`,
      "x",
    );
    expect([objects[0]?.ref.name, faults]).toEqual(["ok", [{ where: "x", fault: { code: "described-built-in" } }]]);
  });
});

const sidecar = `  proxy:
    State:          Running
      Started:      Mon, 23 Nov 2026 13:55:40 +0000
    Ready:          True
    Restart Count:  0
`;

const resize = `Conditions:
  Type                   Status  LastProbeTime  LastTransitionTime               Reason  Message
  ----                   ------  -------------  ------------------               ------  -------
  ControllerResizeError  True    x              Mon, 23 Nov 2026 12:25:58 +0000          x
Events:`;
