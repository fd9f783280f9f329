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

const nothing = snapshotOf([], { takenAt: "2026-11-21T12:00:00Z", source: "x" });
const parts = ["KubeVirt", "CDI", "NetworkAddonsConfig", "AAQ", "MigController", "SSP"].map((label) =>
  component(label, "healthy", "v1"),
);

describe("the component that the operator could not write is the one that the error names", () => {
  const rows: readonly (readonly [rule: string, error: string, component: string | undefined])[] = [
    ["by its resource", 'kubevirts.kubevirt.io "x" is forbidden: User "y" cannot update', "KubeVirt"],
    [
      "by its resource with a long group",
      'networkaddonsconfigs.networkaddonsoperator.network.kubevirt.io "cluster" is forbidden',
      "NetworkAddonsConfig",
    ],
    ["by its kind, where it is invalid", 'CDI.cdi.kubevirt.io "x" is invalid: spec.config: Required value', "CDI"],
    [
      "by its resource, in a conflict",
      'Operation cannot be fulfilled on aaqs.aaq.kubevirt.io "x": the object has been modified',
      "AAQ",
    ],
    [
      "by its kind, where that is not installed",
      'no matches for kind "SSP" in version "ssp.kubevirt.io/v1beta3"',
      "SSP",
    ],
    [
      "by the group of its webhook",
      'admission webhook "validation.ssp.kubevirt.io" denied the request: CDI is not ready',
      "SSP",
    ],
    [
      "by the shortest group too",
      'admission webhook "kubevirt-update-validator.kubevirt.io" denied the request: no',
      "KubeVirt",
    ],
    [
      "by the webhook that is not there",
      'Internal error occurred: failed calling webhook "cdi-validate.cdi.kubevirt.io": failed to call webhook: Post "https://cdi-api.x.svc:443/v": no endpoints',
      "CDI",
    ],
    [
      "by its name, where another webhook says it",
      'admission webhook "validate.kyverno.svc-fail" denied the request: resource ssp-kubevirt-hyperconverged was blocked',
      "SSP",
    ],
    [
      "by its kind, where another webhook says it",
      'admission webhook "policy.example.com" denied the request: \n\nresource MigController/n/x was blocked',
      "MigController",
    ],
    [
      "by a policy of the API server",
      "cdis.cdi.kubevirt.io \"x\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no KubeVirt",
      "CDI",
    ],
    [
      "none, where the object is of another kind",
      'servicemonitors.monitoring.coreos.com "KubeVirt" is forbidden',
      undefined,
    ],
    ["none, where the object is of the core group", 'configmaps "cdi-kubevirt-hyperconverged" is forbidden', undefined],
    [
      "none, for HyperConverged's own webhook",
      'admission webhook "validate-hco.kubevirt.io" denied the request: no',
      undefined,
    ],
    [
      "none, for a word that only contains it",
      'admission webhook "policy.example.com" denied the request: MyCDIThing, the cluster',
      undefined,
    ],
    ["none, where it names nothing", "context deadline exceeded", undefined],
  ];
  test.for(rows)("%s", ([, error, label]) => {
    expect(findStuckComponent(`Error while reconciling: ${error}`, parts)?.label).toBe(label);
  });

  const called = 'failed calling webhook "cdi-api-validate.cdi.kubevirt.io": failed to call webhook: Post';
  const namespace = "kubevirt-hyperconverged";
  const log: NextStep = { words: ["logs", "the-operator"], shows: "failing" };
  const logCommand = "kubectl logs the-operator";
  const webhooks = "kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations";
  const steps = [
    {
      rule: "a webhook that cannot be called: what stands behind its Service",
      error: `${called} "https://cdi-api.kubevirt-hyperconverged.svc:443/cdi-validate?timeout=30s": dial tcp: connect: connection refused`,
      commands: [
        `kubectl get endpointslices -n ${namespace} -l kubernetes.io/service-name=cdi-api`,
        `kubectl get pods -n ${namespace} -l cdi.kubevirt.io=cdi-apiserver`,
      ],
    },
    {
      rule: "a webhook of a component whose Service is not named: the Pods that serve its webhooks",
      error: 'failed calling webhook "cdi-validate.cdi.kubevirt.io": context deadline exceeded',
      commands: [`kubectl get pods -n ${namespace} -l cdi.kubevirt.io=cdi-apiserver`, logCommand],
    },
    {
      rule: "another webhook whose Service is not named: the operator's log and all webhooks",
      error: 'failed calling webhook "x.example.com": context deadline exceeded',
      commands: [logCommand, webhooks],
    },
    {
      rule: "a component's webhook that denied: the log of the operator that answers for it",
      error: 'admission webhook "validation.ssp.kubevirt.io" denied the request: SSP is not ready',
      commands: [`kubectl logs -n ${namespace} deployment/ssp-operator --tail=100`, logCommand],
    },
    {
      rule: "CDI's webhook that denied: the log of its API server, which answers for it",
      error: 'admission webhook "cdi-validate.cdi.kubevirt.io" denied the request: no',
      commands: [`kubectl logs -n ${namespace} deployment/cdi-apiserver --tail=100`, logCommand],
    },
    {
      rule: "another webhook that denied: the operator's log and all webhooks",
      error: 'admission webhook "x.example.com" denied the request: no CDI',
      commands: [logCommand, webhooks],
    },
    {
      rule: "a policy: what it checks",
      error:
        "cdis.cdi.kubevirt.io \"x\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no",
      commands: ["kubectl describe validatingadmissionpolicy.admissionregistration.k8s.io p", logCommand],
    },
    {
      rule: "a patch that does not fit, of which the API server does not say whose it is: the log and all webhooks",
      error:
        "Internal error occurred: error in remove for path: '/spec/nothing': Unable to remove nonexistent key: nothing",
      commands: [logCommand, webhooks],
    },
    {
      rule: "no webhook: the operator's log",
      error: 'kubevirts.kubevirt.io "x" is forbidden',
      commands: [logCommand],
    },
  ];
  test.for(steps)("the commands for $rule", ({ error, commands }) => {
    const stuck = findStuckComponent(error, parts);
    const next = listRefusedWriteSteps({ error, stuck, log: [log], namespace, index: indexSnapshot(nothing) });
    expect(next.map(({ words }) => kubectlCommand(words))).toEqual(commands);
  });

  describe("the commands for a webhook that responds with an error show what is behind its Service", () => {
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
    const place = { namespace: "guard" };
    const service = object(
      "v1",
      "Service",
      "policies",
      { spec: { selector: { app: "policies", tier: "web" } } },
      place,
    );
    const deployment = object("apps/v1", "Deployment", "policies", {}, place);
    test.for<{ readonly rule: string; readonly objects: readonly Manifest[]; readonly commands: readonly string[] }>([
      {
        rule: "itself where it was not read",
        objects: [],
        commands: ["kubectl describe service policies -n guard"],
      },
      {
        rule: "by its selector",
        objects: [service],
        commands: ["kubectl get pods -n guard -l app=policies,tier=web"],
      },
      {
        rule: "with the log of the Deployment of its name",
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

  test("an annotation without a valid JSON patch names the component that it is for", () => {
    const error = "invalid jsonPatch in the containerizeddataimporter.kubevirt.io/jsonpatch annotation: EOF";
    expect(findBrokenPatch(`Error while reconciling: ${error}`)).toBe("CDI");
    expect(findBrokenPatch("invalid jsonPatch in the example.com/jsonpatch annotation: EOF")).toBe(undefined);
  });

  test("webhooks and policies refuse writes, missing kinds do not", () => {
    expect(rows.filter(([, error]) => isRefusedWrite(error))).toHaveLength(8);
  });
});
