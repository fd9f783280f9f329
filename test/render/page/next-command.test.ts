import { describe, expect, test } from "vitest";
import type { Report } from "../../../shared/model/report.ts";
import { nextCommand } from "../../../shared/outline/next-command.ts";
import { component, finding, minutesAgo, report, root, workloadBelow } from "../build.ts";
import { samples } from "../samples.ts";

describe("one command shows more about the worst", () => {
  const rows: [name: string, command: string | undefined][] = [
    ["healthy is short", undefined],
    [
      "two culprits and the CR names one",
      "kubectl logs -n kubevirt-hyperconverged deployment/kubevirt-migration-operator --tail=100",
    ],
    [
      "a crashing container below CDI",
      "kubectl logs -n kubevirt-hyperconverged cdi-deployment-7d9c5f6b8d-x2x4k -c cdi-controller --previous",
    ],
    ["an upgrade that waits for two components", "kubectl describe cdi cdi-kubevirt-hyperconverged"],
    [
      "the-operator-crashes-and-the-cr-reports-healthy",
      "kubectl get pods -n kubevirt-hyperconverged -l name=hyperconverged-cluster-operator",
    ],
    [
      "the-operator-has-not-reconciled-a-new-hyperconverged",
      "kubectl logs -n kubevirt-hyperconverged deployment/hyperconverged-cluster-operator --tail=100",
    ],
    [
      "virtual-machines-block-the-deletion",
      "kubectl describe kubevirt kubevirt-kubevirt-hyperconverged -n kubevirt-hyperconverged",
    ],
    [
      "an-error-at-ssp-ends-the-reconcile-and-kubevirt-is-degraded",
      "kubectl logs -n kubevirt-hyperconverged deployment/virt-operator --tail=100",
    ],
    ["an-application-in-an-application-waits-for-an-ip-address", "kubectl describe service front -n shop"],
    ["no-node-has-room-for-cdi", "kubectl describe pod cdi-deployment-ff221a4411-53124 -n kubevirt-hyperconverged"],
    ["no permission to read components", "kubectl hco-status permissions hyperconverged -n kubevirt-hyperconverged"],
    ["no permission to look", "kubectl hco-status permissions hyperconverged"],
    ["the kind is not installed", "kubectl get pods -A -l name=hyperconverged-cluster-operator"],
    ["nothing found in the cluster", "kubectl get pods -A -l name=hyperconverged-cluster-operator"],
    ["a name that does not exist", "kubectl get hyperconverged -A"],
  ];
  test.for(rows)("%s: %s", ([name, command]) => {
    expect(nextCommand(samples[name] as Report)).toBe(command);
  });

  const prod = { flags: ["--context", "prod"] };

  /** A CDI with one unwell pod of that name, and in it one container. */
  const withPod = (name: string, waiting: string, part: Partial<Report> = {}): Report => {
    const trouble = { reason: waiting, message: "" };
    const container = workloadBelow("container", "main", "degraded", { facts: { waiting, restarts: "0" }, trouble });
    const pod = workloadBelow("pod", name, "degraded", { children: [container] });
    return report([root({ children: [component("CDI", "unavailable", "v1", { children: [pod] })] })], part);
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

  test("the command has the flags that reach the cluster", () => {
    expect(nextCommand(withPod("a", "Oops"), prod)).toMatch(/^kubectl --context prod logs /);
  });

  test("several kubeconfig files are a variable, also before the command of a plugin", () => {
    const files = { kubeconfigList: "/a:/my b", ...prod };
    expect(nextCommand(samples["no permission to look"] as Report, files)).toBe(
      "KUBECONFIG='/a:/my b' kubectl hco-status permissions hyperconverged --context prod",
    );
  });

  test("a plugin takes only the flags behind its name", () => {
    expect(nextCommand(samples["no permission to look"] as Report, prod)).toBe(
      "kubectl hco-status permissions hyperconverged --context prod",
    );
  });

  test("the next command is about the older of two equal containers", () => {
    const container = (name: string, minutes: number) =>
      workloadBelow("container", name, "degraded", {
        facts: { restarts: "7", exitCode: "1" },
        trouble: { reason: "Error", message: "", since: minutesAgo(minutes) },
      });
    const pods = ["a", "b"].map((name, place) =>
      workloadBelow("pod", name, "degraded", { children: [container(`in-${name}`, place + 1)] }),
    );
    const cdi = component("CDI", "unavailable", "v1", { children: pods });
    expect(nextCommand(report([root({ children: [cdi] })]))).toBe(
      "kubectl logs -n kubevirt-hyperconverged b -c in-b --previous",
    );
  });

  test("the next command of a root that is only progressing is about its deepest object", () => {
    const crashing = workloadBelow("container", "main", "degraded", { facts: { restarts: "7" } });
    const pod = workloadBelow("pod", "a", "degraded", { children: [crashing] });
    const progressingReport = (children: Report["roots"][0]["children"]): Report =>
      report([root({ children: [component("CDI", "progressing", "v1", { children })], verdict: "progressing" })]);
    expect(nextCommand(progressingReport([pod]))).toBe("kubectl logs -n kubevirt-hyperconverged a -c main --previous");
    expect(nextCommand(progressingReport([]))).toBe(
      "kubectl logs -n kubevirt-hyperconverged deployment/cdi-operator --tail=100",
    );
  });

  test("the operator that is down has a log where its pods were read", () => {
    const container = workloadBelow("container", "operator", "degraded", { facts: { restarts: "7", exitCode: "1" } });
    const pod = workloadBelow("pod", "hco-operator-1", "degraded", { children: [container] });
    const operator = workloadBelow("workload", "hco-operator", "unavailable", { children: [pod] });
    const findings = [
      finding("error", { code: "operator-down", deployment: "hco-operator", ready: 0, wanted: 1, found: true }),
    ];
    const down = root({ children: [{ ...operator, required: true }], ownVerdict: "degraded" });
    expect(nextCommand(report([down], { findings }))).toBe(
      "kubectl logs -n kubevirt-hyperconverged hco-operator-1 -c operator --previous",
    );
  });

  test("the webhook comes first, for without it nothing else is to be believed", () => {
    const findings = [finding("error", { code: "conversion-webhook", webhook: "hco-webhook", cause: "" })];
    expect(nextCommand(withPod("a", "Oops", { findings }))).toContain("-l name=hyperconverged-cluster-webhook");
  });
});
