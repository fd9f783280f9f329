import type { AggregateOptions } from "../../../shared/aggregate/options.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { PrintedReport, PrintedRoot } from "../../printed.ts";
import { aggregateAndPrint } from "../../printed.ts";

/** The moment of looking. */
export const takenAt = "2026-11-21T12:00:00Z";

export type Json = Readonly<Record<string, unknown>>;

const labels = { "app.kubernetes.io/name": "shop" };

/** An Application `shop` in namespace `shop` over these kinds, by the label of `labels` unless `spec` says otherwise. */
export function buildApplication(kinds: readonly (readonly [group: string, kind: string])[], more: Json = {}): Json {
  const {
    name = "shop",
    spec = {},
    status,
    metadata = {},
  } = more as { name?: string; spec?: Json; status?: Json; metadata?: Json };
  return {
    apiVersion: "app.k8s.io/v1beta1",
    kind: "Application",
    metadata: { name, namespace: "shop", uid: `uid-${name}`, generation: 1, ...metadata },
    spec: {
      selector: { matchLabels: labels },
      componentKinds: kinds.map(([group, kind]) => ({ group, kind })),
      ...spec,
    },
    ...definedFields({ status }),
  };
}

/** An object with the label and, but for what is said otherwise, in the Application's namespace. */
export function partObject(apiVersion: string, kind: string, name: string, more: Json = {}): Json {
  const { metadata = {}, ...rest } = more as { metadata?: Json };
  return {
    apiVersion,
    kind,
    metadata: { name, namespace: "shop", uid: `uid-${kind}-${name}`, labels, ...metadata },
    ...rest,
  };
}

export function configMap(name: string, metadata: Json = {}): Json {
  return partObject("v1", "ConfigMap", name, { metadata });
}

/** Any custom resource with these conditions. */
export function widget(name: string, conditions: unknown, more: Json = {}): Json {
  return partObject("example.com/v1", "Widget", name, { status: { conditions }, ...more });
}

export function condition(
  type: string,
  status: string,
  reason = "",
  message = "",
  since = "2026-11-21T10:00:00Z",
): Json {
  return { type, status, reason, message, lastTransitionTime: since };
}

/** What the controller writes of itself. */
export function statusWithReady(ready: Json, more: Json = {}): Json {
  return {
    observedGeneration: 1,
    conditions: [ready, condition("Error", "False", "NoError", "No error seen")],
    ...more,
  };
}

export const readyStatus: Json = statusWithReady(condition("Ready", "True", "ComponentsReady", "all components ready"));

export function reportOf(objects: readonly unknown[], options: AggregateOptions = {}): PrintedReport {
  return aggregateAndPrint(snapshotOf(objects, { takenAt, source: "app.yaml" }), options);
}

/** The root called `shop`. */
export function evaluate(objects: readonly unknown[], options: AggregateOptions = {}): PrintedRoot {
  const root = reportOf(objects, options).roots.find(
    ({ label, profile }) => label === "shop" && profile === "application",
  );
  if (root === undefined) throw new Error("no Application shop among the roots");
  return root;
}

/** `Kind name` of the parts, in order. */
export function partNames(root: PrintedRoot): readonly string[] {
  return root.children.map(({ ref }) => `${ref.kind} ${ref.name}`);
}

/** `TYPE STATUS REASON: MESSAGE` of what a rule set expects. */
export function expectedConditions(root: PrintedRoot, rules: "code" | "proposal"): readonly string[] {
  return (root.expected[rules]?.conditions ?? []).map(
    ({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`,
  );
}

export function findingCodes(objects: readonly unknown[], options: AggregateOptions = {}): readonly string[] {
  return reportOf(objects, options).findings.map(({ code }) => code);
}
