import { describe, expect, test } from "vitest";
import {
  findBrokenPatch,
  findStuckComponent,
  isRefusedWrite,
  listRefusedWriteSteps,
} from "../../../shared/aggregate/hco/stuck-component.ts";
import { indexSnapshot } from "../../../shared/aggregate/snapshot/object-index.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { kubectlCommand } from "../../../shared/model/kubectl-command.ts";
import type { NextStep } from "../../../shared/model/next-step.ts";
import { component } from "../../render/build.ts";
import { type Manifest, object } from "../installation.ts";

const emptySnapshot = snapshotOf([], { takenAt: "2026-11-21T12:00:00Z", source: "x" });
const parts = ["KubeVirt", "CDI", "NetworkAddonsConfig", "AAQ", "MigController", "SSP"].map((label) =>
  component(label, "healthy", "v1"),
);

describe("the error of a failed write leads to the component that could not be written", () => {
  const rows: readonly {
    readonly rule: string;
    readonly error: string;
    readonly component: string | undefined;
    readonly isRefused: boolean;
  }[] = [
    {
      rule: "a resource of KubeVirt in the error is the component KubeVirt",
      error: 'kubevirts.kubevirt.io "x" is forbidden: User "y" cannot update',
      component: "KubeVirt",
      isRefused: false,
    },
    {
      rule: "a resource with a long group in the error is its component",
      error: 'networkaddonsconfigs.networkaddonsoperator.network.kubevirt.io "cluster" is forbidden',
      component: "NetworkAddonsConfig",
      isRefused: false,
    },
    {
      rule: "the kind of an invalid object in the error is its component",
      error: 'CDI.cdi.kubevirt.io "x" is invalid: spec.config: Required value',
      component: "CDI",
      isRefused: false,
    },
    {
      rule: "the resource of an update conflict is its component",
      error: 'Operation cannot be fulfilled on aaqs.aaq.kubevirt.io "x": the object has been modified',
      component: "AAQ",
      isRefused: false,
    },
    {
      rule: "a kind that is not installed is its component",
      error: 'no matches for kind "SSP" in version "ssp.kubevirt.io/v1beta3"',
      component: "SSP",
      isRefused: false,
    },
    {
      rule: "the group of the webhook in the error is its component",
      error: 'admission webhook "validation.ssp.kubevirt.io" denied the request: CDI is not ready',
      component: "SSP",
      isRefused: true,
    },
    {
      rule: "the group kubevirt.io of a webhook is KubeVirt",
      error: 'admission webhook "kubevirt-update-validator.kubevirt.io" denied the request: no',
      component: "KubeVirt",
      isRefused: true,
    },
    {
      rule: "the group of a webhook that cannot be called is its component",
      error:
        'Internal error occurred: failed calling webhook "cdi-validate.cdi.kubevirt.io": failed to call webhook: Post "https://cdi-api.x.svc:443/v": no endpoints',
      component: "CDI",
      isRefused: true,
    },
    {
      rule: "the name of a component in the message of another webhook is the component",
      error:
        'admission webhook "validate.kyverno.svc-fail" denied the request: resource ssp-kubevirt-hyperconverged was blocked',
      component: "SSP",
      isRefused: true,
    },
    {
      rule: "the kind of a component in the message of another webhook is the component",
      error: 'admission webhook "policy.example.com" denied the request: \n\nresource MigController/n/x was blocked',
      component: "MigController",
      isRefused: true,
    },
    {
      rule: "the resource that a policy of the API server refuses is its component",
      error:
        "cdis.cdi.kubevirt.io \"x\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no KubeVirt",
      component: "CDI",
      isRefused: true,
    },
    {
      rule: "a resource of another kind is no component",
      error: 'servicemonitors.monitoring.coreos.com "KubeVirt" is forbidden',
      component: undefined,
      isRefused: false,
    },
    {
      rule: "a resource of the core group is no component",
      error: 'configmaps "cdi-kubevirt-hyperconverged" is forbidden',
      component: undefined,
      isRefused: false,
    },
    {
      rule: "the webhook of HyperConverged is no component",
      error: 'admission webhook "validate-hco.kubevirt.io" denied the request: no',
      component: undefined,
      isRefused: true,
    },
    {
      rule: "a word that contains the name of a component is no component",
      error: 'admission webhook "policy.example.com" denied the request: MyCDIThing, the cluster',
      component: undefined,
      isRefused: true,
    },
    {
      rule: "an error without a name is no component",
      error: "context deadline exceeded",
      component: undefined,
      isRefused: false,
    },
  ];
  test.for(rows)("$rule", ({ error, component: label, isRefused }) => {
    expect(findStuckComponent(`Error while reconciling: ${error}`, parts)?.label).toBe(label);
    expect(isRefusedWrite(error)).toBe(isRefused);
  });

  const calledWebhook = 'failed calling webhook "cdi-api-validate.cdi.kubevirt.io": failed to call webhook: Post';
  const namespace = "kubevirt-hyperconverged";
  const log: NextStep = { words: ["logs", "the-operator"], shows: "failing" };
  const logCommand = "kubectl logs the-operator";
  const webhooks = "kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations";
  const steps = [
    {
      rule: "a webhook that cannot be called leads to the endpoints and Pods of its Service",
      error: `${calledWebhook} "https://cdi-api.kubevirt-hyperconverged.svc:443/cdi-validate?timeout=30s": dial tcp: connect: connection refused`,
      commands: [
        `kubectl get endpointslices -n ${namespace} -l kubernetes.io/service-name=cdi-api`,
        `kubectl get pods -n ${namespace} -l cdi.kubevirt.io=cdi-apiserver`,
      ],
    },
    {
      rule: "a webhook of a component without a Service in the error leads to the Pods that serve it",
      error: 'failed calling webhook "cdi-validate.cdi.kubevirt.io": context deadline exceeded',
      commands: [`kubectl get pods -n ${namespace} -l cdi.kubevirt.io=cdi-apiserver`, logCommand],
    },
    {
      rule: "another webhook without a Service in the error leads to the operator's log and all webhooks",
      error: 'failed calling webhook "x.example.com": context deadline exceeded',
      commands: [logCommand, webhooks],
    },
    {
      rule: "a webhook of SSP that denied the request leads to the log of its operator",
      error: 'admission webhook "validation.ssp.kubevirt.io" denied the request: SSP is not ready',
      commands: [`kubectl logs -n ${namespace} deployment/ssp-operator --tail=100`, logCommand],
    },
    {
      rule: "a webhook of CDI that denied the request leads to the log of its API server",
      error: 'admission webhook "cdi-validate.cdi.kubevirt.io" denied the request: no',
      commands: [`kubectl logs -n ${namespace} deployment/cdi-apiserver --tail=100`, logCommand],
    },
    {
      rule: "another webhook that denied the request leads to the operator's log and all webhooks",
      error: 'admission webhook "x.example.com" denied the request: no CDI',
      commands: [logCommand, webhooks],
    },
    {
      rule: "a policy that denied the request leads to the policy and its binding",
      error:
        "cdis.cdi.kubevirt.io \"x\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no",
      commands: [
        "kubectl get validatingadmissionpolicy.admissionregistration.k8s.io p -o yaml",
        "kubectl get validatingadmissionpolicybinding.admissionregistration.k8s.io b -o yaml",
        logCommand,
      ],
    },
    {
      rule: "a JSON patch that does not fit leads to the operator's log and all webhooks",
      error:
        "Internal error occurred: error in remove for path: '/spec/nothing': Unable to remove nonexistent key: nothing",
      commands: [logCommand, webhooks],
    },
    {
      rule: "a missing permission leads to the operator's log",
      error: 'kubevirts.kubevirt.io "x" is forbidden',
      commands: [logCommand],
    },
  ];
  test.for(steps)("$rule", ({ error, commands }) => {
    const stuck = findStuckComponent(error, parts);
    const next = listRefusedWriteSteps({ error, stuck, log: [log], namespace, index: indexSnapshot(emptySnapshot) });
    expect(next.map(({ words }) => kubectlCommand(words))).toEqual(commands);
  });

  describe("a webhook that responds with an error leads to what is behind its Service", () => {
    const error =
      'failed calling webhook "mutate.example.org": failed to call webhook: an error on the server ("boom")';
    const clientConfig = { service: { name: "policies", namespace: "guard" } };
    const nowhere = { namespace: undefined };
    const configuration = object(
      "admissionregistration.k8s.io/v1",
      "MutatingWebhookConfiguration",
      "policies",
      { webhooks: [{ name: "mutate.example.org", clientConfig }] },
      nowhere,
    );
    const guardNamespace = { namespace: "guard" };
    const service = object(
      "v1",
      "Service",
      "policies",
      { spec: { selector: { app: "policies", tier: "web" } } },
      guardNamespace,
    );
    const deployment = object("apps/v1", "Deployment", "policies", {}, guardNamespace);
    test.for<{ readonly rule: string; readonly objects: readonly Manifest[]; readonly commands: readonly string[] }>([
      {
        rule: "a Service that was not read is described",
        objects: [],
        commands: ["kubectl describe service policies -n guard"],
      },
      {
        rule: "a Service leads to the Pods of its selector",
        objects: [service],
        commands: ["kubectl get pods -n guard -l app=policies,tier=web"],
      },
      {
        rule: "a Service leads to the log of the Deployment of its name",
        objects: [service, deployment],
        commands: [
          "kubectl logs -n guard deployment/policies --tail=100",
          "kubectl get pods -n guard -l app=policies,tier=web",
        ],
      },
    ])("$rule", ({ objects, commands }) => {
      const index = indexSnapshot(
        snapshotOf([configuration, ...objects], { takenAt: "2026-11-21T12:00:00Z", source: "x" }),
      );
      const next = listRefusedWriteSteps({ error, stuck: undefined, log: [log], namespace, index });
      expect(next.map(({ words }) => kubectlCommand(words))).toEqual([...commands, logCommand]);
    });
  });

  test("an invalid JSON patch names the component whose annotation has it", () => {
    const error = "invalid jsonPatch in the containerizeddataimporter.kubevirt.io/jsonpatch annotation: EOF";
    expect(findBrokenPatch(`Error while reconciling: ${error}`)).toBe("CDI");
  });

  test("an invalid JSON patch in an annotation of another product names no component", () => {
    expect(findBrokenPatch("invalid jsonPatch in the example.com/jsonpatch annotation: EOF")).toBe(undefined);
  });
});
