import { describe, expect, test } from "vitest";
import type { Report } from "../../../shared/model/report.ts";
import { nextCommand } from "../../../shared/render/page/next-command.ts";
import { below, component, finding, report, root } from "../build.ts";
import { samples } from "../samples.ts";

describe("one command shows more about the worst", () => {
  const rows: [name: string, command: string | undefined][] = [
    ["healthy is short", undefined],
    [
      "two culprits and the CR names one",
      "kubectl describe migcontroller migcontroller-kubevirt-hyperconverged -n kubevirt-hyperconverged",
    ],
    [
      "a crashing container below CDI",
      "kubectl logs -n kubevirt-hyperconverged cdi-deployment-7d9c5f6b8d-x2x4k -c cdi-controller --previous",
    ],
    ["an upgrade that waits for two components", "kubectl describe cdi cdi-kubevirt-hyperconverged"],
    ["the operator is down", "kubectl get pods -n kubevirt-hyperconverged -l name=hyperconverged-cluster-operator"],
    [
      "a status nobody has written yet",
      "kubectl get pods -n kubevirt-hyperconverged -l name=hyperconverged-cluster-operator",
    ],
    [
      "a deletion that virtual machines block",
      "kubectl describe kubevirt kubevirt-kubevirt-hyperconverged -n kubevirt-hyperconverged",
    ],
    [
      "a round of the operator that failed",
      "kubectl describe hyperconverged kubevirt-hyperconverged -n kubevirt-hyperconverged",
    ],
    ["no permission to read components", "kubectl auth can-i get kubevirts.kubevirt.io -n kubevirt-hyperconverged"],
    ["no permission to look", "kubectl auth can-i list hyperconvergeds.hco.kubevirt.io -A"],
    ["the kind is not installed", undefined],
    ["an application with an unschedulable pod", "kubectl describe pod mysql-0 -n kubevirt-hyperconverged"],
  ];
  test.for(rows)("%s: %s", ([name, command]) => {
    expect(nextCommand(samples[name] as Report)).toBe(command);
  });

  /** A CDI with one unwell pod of that name, and in it one container. */
  const withPod = (name: string, waiting: string): Report => {
    const container = below("container", "main", "unavailable", { facts: { waiting, restarts: "0" } });
    const pod = below("pod", name, "unavailable", { children: [container] });
    const rootCause = { path: ["hco", "CDI", name, "main"], text: "" };
    return report([root({ children: [component("CDI", "unavailable", "v1", { children: [pod] })], rootCause })]);
  };

  test("a container that never ran has no log", () => {
    expect(nextCommand(withPod("a", "ImagePullBackOff"))).toBe("kubectl describe pod a -n kubevirt-hyperconverged");
    expect(nextCommand(withPod("a", "Oops"))).toBe("kubectl logs -n kubevirt-hyperconverged a -c main");
  });

  test("names are quoted for a shell where they must be, and one that could be an option makes no command", () => {
    expect(nextCommand(withPod("a'; reboot", "Oops"))).toBe(
      "kubectl logs -n kubevirt-hyperconverged 'a'\\''; reboot' -c main",
    );
    expect(nextCommand(withPod("--token=x", "Oops"))).toBeUndefined();
  });

  test("it begins as the caller says", () => {
    expect(nextCommand(withPod("a", "Oops"), "oc --context prod")).toMatch(/^oc --context prod logs /);
  });

  test("what is named by the path of the cause, and nothing else, is looked at", () => {
    const container = (name: string) =>
      below("container", name, "degraded", { facts: { restarts: "7", exitCode: "1" } });
    const pods = ["a", "b"].map((name) => below("pod", name, "degraded", { children: [container(`in-${name}`)] }));
    const cdi = component("CDI", "unavailable", "v1", { children: pods });
    const rootCause = { path: ["hco", "CDI", "b", "in-b"], text: "" };
    expect(nextCommand(report([root({ children: [cdi], rootCause })]))).toBe(
      "kubectl logs -n kubevirt-hyperconverged b -c in-b --previous",
    );
  });

  test("without a root cause the path of another one is gone down, and nothing that no path names", () => {
    const crashing = below("container", "main", "degraded", { facts: { restarts: "7" } });
    const pod = below("pod", "a", "degraded", { children: [crashing] });
    const cdi = component("CDI", "progressing", "v1", { children: [pod] });
    const otherCauses = [{ path: ["hco", "CDI", "a", "main"], text: "" }];
    const going = root({ children: [cdi], verdict: "progressing" });
    expect(nextCommand(report([{ ...going, otherCauses }], { verdict: "progressing" }))).toBe(
      "kubectl logs -n kubevirt-hyperconverged a -c main --previous",
    );
    expect(nextCommand(report([going], { verdict: "progressing" }))).toMatch(/^kubectl describe cdi /);
  });

  test("the operator that is down has a log where its pods were read", () => {
    const container = below("container", "operator", "degraded", { facts: { restarts: "7", exitCode: "1" } });
    const pod = below("pod", "hco-operator-1", "degraded", { children: [container] });
    const operator = below("workload", "hco-operator", "unavailable", { children: [pod] });
    const findings = [
      finding("error", { code: "operator-down", deployment: "hco-operator", ready: 0, wanted: 1, found: true }),
    ];
    const rootCause = { path: ["hco", "hco-operator", "hco-operator-1", "operator"], text: "" };
    const down = root({ children: [operator], ownVerdict: "degraded", rootCause });
    expect(nextCommand(report([down], { findings }))).toBe(
      "kubectl logs -n kubevirt-hyperconverged hco-operator-1 -c operator --previous",
    );
  });

  test("the webhook comes first, for without it nothing else is to be believed", () => {
    const findings = [finding("error", { code: "conversion-webhook", webhook: "hco-webhook", cause: "" })];
    expect(nextCommand({ ...withPod("a", "Oops"), findings })).toContain("-l name=hyperconverged-cluster-webhook");
  });
});
