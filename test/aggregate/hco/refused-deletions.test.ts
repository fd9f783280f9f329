import { describe, expect, test } from "vitest";
import { describeFinding } from "../../../shared/outline/findings/describe.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { type Raw, readFromCluster } from "../gate-situation.ts";
import {
  component,
  deployment,
  goodConditions,
  hyperConverged,
  type Manifest,
  namespace,
  object,
} from "../installation.ts";

// Which objects keep a component whose operator refuses its deletion.

const refused = "2026-11-21T11:50:00Z";
const root = (metadata: Manifest = {}): Manifest =>
  hyperConverged({}, { finalizers: ["kubevirt.io/hyperconverged"], ...metadata });
const deleted = root({ deletionTimestamp: refused });

function refusal(reason: string, message = "workloads exist"): Manifest {
  const involvedObject = { kind: "HyperConverged", name: namespace, namespace, apiVersion: "hco.kubevirt.io/v1" };
  const body = { type: "Warning", reason, message, involvedObject, lastTimestamp: refused };
  return object("v1", "Event", reason, body);
}

const own = (kind: string, name: string, group = "kubevirt.io/v1"): Manifest =>
  object(group, kind, name, {}, { namespace: "shop" });
const parts = [
  component("KubeVirt", goodConditions()),
  component("CDI", goodConditions()),
  deployment("hyperconverged-cluster-operator", 1),
];

function sentences(objects: readonly Manifest[], forbidden?: string): readonly string[] {
  const snapshot = readFromCluster([...parts, ...objects] as Raw[], ({ kind }) =>
    kind === forbidden ? "forbidden" : undefined,
  );
  return aggregateAndPrint(snapshot).findings.flatMap((one) =>
    one.code === "deletion-blocked" ? [describeFinding(one)] : [],
  );
}

describe("the finding names them", () => {
  const rows: readonly (readonly [what: string, objects: readonly Manifest[], text: string])[] = [
    [
      "virtual machines, each once with its instance",
      [
        own("VirtualMachine", "db"),
        own("VirtualMachineInstance", "db"),
        own("VirtualMachineInstance", "alone"),
        refusal("ErrVirtUninstall"),
      ],
      "KubeVirt refuses to be deleted because of VirtualMachine shop/db and VirtualMachineInstance shop/alone: ErrVirtUninstall: workloads exist",
    ],
    [
      "DataVolumes, the first three and a count",
      [
        ...["a", "b", "c", "d", "e"].map((name) => own("DataVolume", name, "cdi.kubevirt.io/v1beta1")),
        refusal("ErrCDIUninstall"),
      ],
      "CDI refuses to be deleted because of DataVolume shop/a, DataVolume shop/b, DataVolume shop/c and 2 more: ErrCDIUninstall: workloads exist",
    ],
    [
      "nothing where none is left",
      [refusal("ErrVirtUninstall")],
      "KubeVirt refuses to be deleted: ErrVirtUninstall: workloads exist",
    ],
  ];
  test.for(rows)("%s", ([, objects, text]) => {
    expect(sentences([deleted, ...objects])).toEqual([text]);
  });

  test("the finding names no objects where they cannot be listed", () => {
    const objects = [deleted, own("DataVolume", "a", "cdi.kubevirt.io/v1beta1"), refusal("ErrCDIUninstall")];
    expect(sentences(objects, "DataVolume")).toEqual(["CDI refuses to be deleted: ErrCDIUninstall: workloads exist"]);
  });
});

describe("a condition of the operator says it as an event does", () => {
  const condition = {
    type: "ReconcileComplete",
    status: "False",
    reason: "ErrCDIUninstall",
    message: "workloads exist",
  };
  const reported = hyperConverged(
    { conditions: [condition] },
    { finalizers: ["kubevirt.io/hyperconverged"], deletionTimestamp: refused },
  );
  const volume = own("DataVolume", "a", "cdi.kubevirt.io/v1beta1");
  const text = "CDI refuses to be deleted because of DataVolume shop/a: ErrCDIUninstall: workloads exist";
  test.for<readonly [what: string, objects: readonly Manifest[]]>([
    ["alone", [reported, volume]],
    ["once beside the event", [reported, volume, refusal("ErrCDIUninstall")]],
  ])("%s", ([, objects]) => {
    expect(sentences(objects)).toEqual([text]);
    const { causes } = aggregateAndPrint(readFromCluster([...parts, ...objects] as Raw[])).roots[0] ?? { causes: [] };
    const ofCdi = causes.filter((cause) => cause.component === "CDI");
    expect(ofCdi.map(({ next }) => next[0]?.command)).toEqual(["kubectl get datavolumes -A"]);
  });
});

describe("the first command shows what refuses the deletion", () => {
  const prefix = "The uninstall request failed on virt component: ";
  const ownDenial = `${prefix}admission webhook "kubevirt-validator.kubevirt.io" denied the request: Rejecting the uninstall request, since there are still Virtual Machines present.`;
  const otherDenial = `${prefix}admission webhook "guard.policies.example.org" denied the request: change freeze`;
  const noEndpoints = `${prefix}Internal error occurred: failed calling webhook "kubevirt-validator.kubevirt.io": failed to call webhook: Post "https://kubevirt-operator-webhook.cnv.svc:443/kubevirt-validate-delete?timeout=10s": no endpoints available for service "kubevirt-operator-webhook"`;
  const policyDenial = `${prefix}kubevirts.kubevirt.io "kubevirt" is forbidden: ValidatingAdmissionPolicy 'freeze' with binding 'freeze' denied request: change freeze`;
  const forbidden = `${prefix}kubevirts.kubevirt.io "kubevirt" is forbidden: User "system:serviceaccount:${namespace}:hco-operator" cannot delete resource "kubevirts" in API group "kubevirt.io" in the namespace "${namespace}"`;
  const late = `${prefix}client rate limiter Wait returned an error: context deadline exceeded`;
  const conflict = `${prefix}Operation cannot be fulfilled on kubevirts.kubevirt.io "kubevirt": the object has been modified; please apply your changes to the latest version and try again`;
  const operatorLog = `kubectl logs -n ${namespace} deployment/hyperconverged-cluster-operator --tail=100`;
  const guard = object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "policies", {
    webhooks: [{ name: "guard.policies.example.org" }],
  });

  test.for<{ rule: string; message: string; command: string; hasNames: boolean }>([
    {
      rule: "KubeVirt's own webhook: the virtual machines",
      message: ownDenial,
      command: "kubectl get vm,vmi,vmirs -A",
      hasNames: true,
    },
    {
      rule: "another webhook: its configuration",
      message: otherDenial,
      command: "kubectl get validatingwebhookconfiguration.admissionregistration.k8s.io policies -o yaml",
      hasNames: false,
    },
    {
      rule: "a webhook without endpoints: the endpoints of its Service",
      message: noEndpoints,
      command: "kubectl get endpointslices -n cnv -l kubernetes.io/service-name=kubevirt-operator-webhook",
      hasNames: false,
    },
    {
      rule: "an admission policy: the policy",
      message: policyDenial,
      command: "kubectl get validatingadmissionpolicy.admissionregistration.k8s.io freeze -o yaml",
      hasNames: false,
    },
    {
      rule: "a permission that the operator lacks: its log",
      message: forbidden,
      command: operatorLog,
      hasNames: false,
    },
    { rule: "no response in time: the log of the operator", message: late, command: operatorLog, hasNames: false },
    {
      rule: "a write of another client at once: the log of the operator",
      message: conflict,
      command: operatorLog,
      hasNames: false,
    },
  ])("$rule", ({ message, command, hasNames }) => {
    const objects = [deleted, own("VirtualMachine", "db"), guard, refusal("ErrVirtUninstall", message)];
    const { causes } = aggregateAndPrint(readFromCluster([...parts, ...objects] as Raw[])).roots[0] ?? { causes: [] };
    const ofKubeVirt = causes.filter(({ component: name }) => name === "KubeVirt");
    expect(ofKubeVirt.map(({ next }) => next[0]?.command)).toEqual([command]);
    expect(sentences(objects)[0]?.includes("because of VirtualMachine shop/db")).toBe(hasNames);
  });
});

describe("they are requested only for a deletion that is refused", () => {
  const rows: readonly (readonly [what: string, objects: readonly Manifest[], kinds: readonly string[]])[] = [
    ["no deletion", [root(), refusal("ErrVirtUninstall")], []],
    ["a deletion that is not refused", [deleted], []],
    [
      "KubeVirt",
      [deleted, refusal("ErrVirtUninstall")],
      ["VirtualMachine", "VirtualMachineInstance", "VirtualMachineInstanceReplicaSet"],
    ],
    ["CDI", [deleted, refusal("ErrCDIUninstall")], ["DataVolume"]],
    [
      "a refusal by another webhook",
      [deleted, refusal("ErrCDIUninstall", 'admission webhook "guard.example.org" denied the request: change freeze')],
      [],
    ],
  ];
  test.for(rows)("%s", ([, objects, kinds]) => {
    const { readings } = readFromCluster([...parts, ...objects] as Raw[]);
    const asked = readings
      .filter(({ query }) => /^(VirtualMachine|DataVolume)/.test(query.kind))
      .map(({ query }) => query);
    expect(asked.map(({ kind }) => kind)).toEqual(kinds);
    expect(asked.every(({ metadataOnly }) => metadataOnly === true)).toBe(true);
  });
});
