import { describe, expect, test } from "vitest";
import { listQuery } from "../../../shared/aggregate/snapshot/queries.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { deploymentKind } from "../../../shared/profiles/hco/profile.ts";
import { aggregateAndPrint, type PrintedReport } from "../../printed.ts";
import {
  component,
  condition,
  deployment,
  goodConditions,
  hyperConverged,
  type Manifest,
  namespace,
  object,
  ownedMetadata,
  relatedObjectEntries,
  takenAt,
  webhookConfiguration,
} from "../installation.ts";

const since = "2026-11-21T11:50:00Z";
const conditionSince = (type: string, status: string, reason = "", message = ""): Manifest =>
  condition(type, status, reason, message, since);
const good = goodConditions(since);
const parts = ["KubeVirt", "CDI", "NetworkAddonsConfig", "SSP"].map((name) => component(name, good));

function reportWith(
  objects: readonly Manifest[],
  conditions: readonly Manifest[] = [],
  metadata: Manifest = {},
  status: Manifest = {},
): PrintedReport {
  const root = hyperConverged({ relatedObjects: relatedObjectEntries(parts), conditions, ...status }, metadata);
  const all = [root, ...parts, ...objects].map(toObject);
  const snapshot = snapshotOf(all, { takenAt, source: "x" });
  const deployments = all.filter(({ ref }) => ref.kind === "Deployment");
  const reading = { query: listQuery(deploymentKind, namespace), outcome: "found" as const, objects: deployments };
  return aggregateAndPrint({ ...snapshot, readings: [...snapshot.readings, reading] });
}

const causeTexts = ({
  roots,
}: PrintedReport): readonly (readonly [component: string, verdict: string, text: string])[] =>
  (roots[0]?.causes ?? []).map(({ component, verdict, text }) => [component, verdict, text]);

const operator = (ready: number): Manifest => deployment("hco-operator", ready);

describe("what OLM lacks", () => {
  const csv = (phase: string, unmet: readonly string[] = []): Manifest =>
    object("operators.coreos.com/v1alpha1", "ClusterServiceVersion", "kubevirt-hyperconverged-operator.v1.20.0", {
      status: {
        phase,
        reason: "R",
        message: "m",
        requirementStatus: unmet.map((name) => ({ kind: "CustomResourceDefinition", name, status: "NotPresent" })),
      },
    });
  const lacking =
    "ClusterServiceVersion kubevirt-hyperconverged-operator.v1.20.0 Pending; R: m; requires CustomResourceDefinition x (NotPresent)";

  test("explains an operator that is not there, before its absence", () => {
    expect(causeTexts(reportWith([csv("Pending", ["x"])]))).toEqual([
      ["hco-operator", "degraded", `Degraded because hco-operator: ${lacking}`],
      ["hco-operator", "degraded", expect.stringContaining("Deployment hco-operator does not exist")],
    ]);
  });

  test("explains an operator that is down by a missing requirement", () => {
    const report = reportWith([csv("Pending", ["x"]), operator(0)]);
    expect(causeTexts(report)).toContainEqual([
      "hco-operator",
      "degraded",
      `Degraded because hco-operator: ${lacking}`,
    ]);
  });

  test("is no cause where it only repeats that the operator is down", () => {
    expect(
      causeTexts(reportWith([csv("Failed"), operator(0)])).filter(([, , text]) => text.includes("Version")),
    ).toEqual([]);
  });

  test("is no cause beside an operator that runs", () => {
    expect(causeTexts(reportWith([csv("Failed"), operator(1)]))).toEqual([]);
  });
});

describe("a webhook without endpoints", () => {
  const webhookWithoutEndpoints = (service: string): readonly Manifest[] => [
    webhookConfiguration(`check-${service}`, [
      { name: "x.kubevirt.io", clientConfig: { service: { name: service, namespace } } },
    ]),
    object(...(["discovery.k8s.io/v1", "EndpointSlice", `${service}-1`, { endpoints: [] }] as const), {
      labels: { "kubernetes.io/service-name": service },
    }),
  ];
  const reportFailure = (error: string): PrintedReport =>
    reportWith(
      [...webhookWithoutEndpoints("ssp-webhook"), ...webhookWithoutEndpoints("other"), operator(1)],
      [...good, conditionSince("ReconcileComplete", "False", "ReconcileFailed", `Error while reconciling: ${error}`)],
    );
  const call = 'failed calling webhook "validation.ssp.kubevirt.io": failed to call webhook';
  const rows: [sentence: string, error: string][] = [
    ["by the address that was called", `${call}: Post "https://ssp-webhook.${namespace}.svc:443/x?timeout=10s": EOF`],
    ["by its name", `${call}: no endpoints available for service "ssp-webhook"`],
  ];
  test.for(rows)("explains the write that it kept the operator from, %s", ([, error]) => {
    const { roots } = reportFailure(error);
    expect(roots[0]?.causes[0]).toMatchObject({
      component: "SSP",
      verdict: "degraded",
      about: { kind: "Service", name: "ssp-webhook" },
      since,
      text: "Degraded because SSP: Service ssp-webhook has no ready endpoints (ValidatingWebhookConfiguration check-ssp-webhook), for 10m",
    });
    expect(roots[0]?.causes.filter(({ about }) => about.kind === "Service")).toHaveLength(1);
  });

  const validator = "virt-template-validator";
  const crashingValidator = (labels: Manifest = {}): readonly Manifest[] => [
    object(
      "apps/v1",
      "Deployment",
      validator,
      {
        spec: { replicas: 1, selector: { matchLabels: { app: validator } } },
        status: {
          replicas: 1,
          readyReplicas: 0,
          conditions: [conditionSince("Available", "False", "MinimumReplicasUnavailable")],
        },
      },
      { labels },
    ),
    object(
      "apps/v1",
      "ReplicaSet",
      `${validator}-1`,
      { spec: { replicas: 1 }, status: { replicas: 1 } },
      ownedMetadata("Deployment", validator),
    ),
    object(
      "v1",
      "Pod",
      `${validator}-1-a`,
      {
        spec: { containers: [{ name: "webhook" }] },
        status: {
          phase: "Running",
          conditions: [conditionSince("Ready", "False", "ContainersNotReady")],
          containerStatuses: [
            {
              name: "webhook",
              ready: false,
              restartCount: 9,
              state: { waiting: { reason: "CrashLoopBackOff" } },
              lastState: { terminated: { exitCode: 1, reason: "Error" } },
            },
          ],
        },
      },
      ownedMetadata("ReplicaSet", `${validator}-1`),
    ),
  ];
  const commands = (service: string, endpoints: readonly Manifest[] = []): readonly string[] => {
    const [configuration, slice] = webhookWithoutEndpoints(service);
    const report = reportWith(
      [configuration ?? {}, { ...slice, endpoints }, ...crashingValidator(), operator(1)],
      [
        ...good,
        conditionSince(
          "ReconcileComplete",
          "False",
          "ReconcileFailed",
          `no endpoints available for service "${service}"`,
        ),
      ],
    );
    const [cause] = report.roots[0]?.causes.filter(({ about }) => about.kind === "Service") ?? [];
    return cause?.next.map(({ command }) => command) ?? [];
  };
  const logs = `kubectl logs -n ${namespace} ${validator}-1-a -c webhook --previous`;
  const describes = `kubectl describe pod ${validator}-1-a -n ${namespace}`;
  const target: Manifest = { conditions: { ready: false }, targetRef: { kind: "Pod", name: `${validator}-1-a` } };
  test.for<[sentence: string, service: string, endpoints: readonly Manifest[]]>([
    ["of the Service's name", validator, []],
    ["whose Service OLM names", `${validator}-service`, []],
    ["that an endpoint names", "any", [target]],
  ])("leads to the container of a workload %s", ([, service, endpoints]) => {
    expect(commands(service, endpoints)).toEqual([logs, describes]);
  });

  test("leads to its endpoints where nothing behind it is known", () => {
    expect(commands("any")).toEqual([`kubectl get endpointslices -n ${namespace} -l kubernetes.io/service-name=any`]);
  });

  test("is no cause of another error", () => {
    expect(reportFailure("boom").roots[0]?.causes.map(({ about }) => about.kind)).toEqual(["HyperConverged"]);
  });
});

test("a refused deletion is explained by the component, with the event's message", () => {
  const refusal = object("v1", "Event", "e", {
    type: "Warning",
    reason: "ErrVirtUninstall",
    message: "Virtual machines exist",
    lastTimestamp: since,
    involvedObject: { apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged", name: namespace, namespace },
  });
  const report = reportWith([refusal, operator(1)], good, { deletionTimestamp: since, finalizers: ["x"] });
  expect(causeTexts(report)).toContainEqual([
    "KubeVirt",
    "degraded",
    "Degraded because KubeVirt: refuses to be deleted (ErrVirtUninstall): Virtual machines exist, for 10m",
  ]);
});

describe("an upgrade whose every reconcile fails", () => {
  const failure = (message: string): Manifest =>
    object("v1", "Event", "e", {
      type: "Warning",
      reason: "ReconcileError",
      message,
      lastTimestamp: since,
      involvedObject: { apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged", name: namespace, namespace },
    });
  const environment = [{ name: "HCO_KV_IO_VERSION", value: "1.20.0" }];
  const running = object("apps/v1", "Deployment", "hco-operator", {
    spec: { replicas: 1, template: { spec: { containers: [{ name: "hco", env: environment }] } } },
    status: { replicas: 1, updatedReplicas: 1, readyReplicas: 1 },
  });
  const versions = [{ name: "operator", version: "1.18.0" }];
  const missing = 'no matches for kind "SecurityContextConstraints"';
  const conflict = "Operation cannot be fulfilled: the object has been modified; please apply your changes";
  const reported = [...good, conditionSince("ReconcileComplete", "False", "ReconcileFailed", missing)];
  const rows: readonly [
    sentence: string,
    message: string,
    conditions: readonly Manifest[],
    text: string | undefined,
  ][] = [
    ["is the cause where no condition reports it", missing, good, `every reconcile of the upgrade fails: ${missing}`],
    ["is no cause of its own where ReconcileComplete reports it", missing, reported, undefined],
    ["is none after an update conflict, which the next reconcile resolves", conflict, good, undefined],
  ];
  test.for(rows)("%s", ([, message, conditions, text]) => {
    const report = reportWith([failure(message), running], conditions, {}, { versions });
    const words = causeTexts(report).map(([, , each]) => each);
    expect(words.some((each) => each.includes("of the upgrade fails"))).toBe(text !== undefined);
    if (text !== undefined) expect(words[0]).toContain(text);
    expect(report.findings.some(({ code }) => code === "upgrade-stuck")).toBe(text !== undefined);
  });

  test("the CR still reports healthy, which one warning says", () => {
    const report = reportWith([failure(missing), running], good, {}, { versions, systemHealthStatus: "healthy" });
    const disagreeing = report.findings.filter(({ code }) => code === "health-disagrees");
    expect(disagreeing).toMatchObject([{ severity: "warning", why: "not-updated", areConditionsHealthy: true }]);
    expect(report.findings.find(({ code }) => code === "upgrade-stuck")).toMatchObject({ last: since });
  });
});
