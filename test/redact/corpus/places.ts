import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { Query, Snapshot } from "../../../shared/model/snapshot.ts";

const takenAt = "2026-11-21T12:00:00Z";
const query: Query = {
  verb: "list",
  group: "",
  kind: "Pod",
  plural: "pods",
  versions: ["v1"],
  namespaced: true,
};

/** Where a text of a cluster may stand in a snapshot. */
export const places: Readonly<Record<string, (text: string) => Snapshot>> = {
  "message of a condition": (text) =>
    snapshotOfStatus({ conditions: [{ type: "Ready", status: "False", message: text }] }),
  "reason of a condition": (text) =>
    snapshotOfStatus({ conditions: [{ type: "Ready", status: "False", reason: text }] }),
  "message of an Event": (text) => snapshotOfObject({ apiVersion: "v1", kind: "Event", message: text }),
  "note of an Event": (text) => snapshotOfObject({ apiVersion: "events.k8s.io/v1", kind: "Event", note: text }),
  "argument of a container": (text) => snapshotOfContainer({ args: ["run", text] }),
  "command of a container": (text) => snapshotOfContainer({ command: ["sh", "-c", text] }),
  "value of a variable": (text) => snapshotOfContainer({ env: [{ name: "OPTIONS", value: text }] }),
  annotation: (text) => snapshotOfObject({ metadata: { name: "x", namespace: "n", annotations: { "x/note": text } } }),
  "JSON patch in an annotation": (text) =>
    snapshotOfObject({
      metadata: {
        name: "x",
        namespace: "n",
        annotations: {
          "kubevirt.kubevirt.io/jsonpatch": JSON.stringify([{ op: "add", path: "/spec/a", value: text }]),
        },
      },
    }),
  "message of a terminated container": (text) =>
    snapshotOfContainerStatus({ lastState: { terminated: { message: text } } }),
  "message of a waiting container": (text) => snapshotOfContainerStatus({ state: { waiting: { message: text } } }),
  "header of a probe": (text) =>
    snapshotOfContainer({ livenessProbe: { httpGet: { httpHeaders: [{ name: "X", value: text }] } } }),
  "field of a spec": (text) => snapshotOfSpec({ source: { url: text } }),
  "JSON in a field": (text) => snapshotOfSpec({ options: JSON.stringify({ inner: { text } }) }),
  "lines of YAML in a field": (text) => snapshotOfSpec({ any: `a: b\ntext: |\n  ${text.replaceAll("\n", "\n  ")}\n` }),
  "configuration in a field": (text) => snapshotOfSpec({ serverConfig: text }),
  "kubeconfig in a field": (text) => snapshotOfSpec({ kubeconfig: text }),
  "line of a log in a status": (text) => snapshotOfStatus({ lastLogLines: ["started", text] }),
  "error of the server": (text) => ({
    ...snapshotOfReadings({ query, outcome: "unread", cause: `the server answered: ${text}` }),
  }),
  "warning of the server": (text) => ({
    ...snapshotOfReadings({ query, outcome: "found", objects: [], warning: text }),
  }),
  "damage of a file": (text) => ({ ...snapshotOfReadings(), damage: [{ where: "a.yaml", cause: text }] }),
};

function snapshotOfObject(object: object): Snapshot {
  const base = { apiVersion: "x.io/v1", kind: "Thing", metadata: { name: "x", namespace: "n" } };
  return snapshotOf([{ ...base, ...object }], { takenAt, source: "x.yaml" });
}

function snapshotOfSpec(spec: object): Snapshot {
  return snapshotOfObject({ spec });
}

function snapshotOfStatus(status: object): Snapshot {
  return snapshotOfObject({ status });
}

function snapshotOfContainer(container: object): Snapshot {
  return snapshotOfObject({ apiVersion: "v1", kind: "Pod", spec: { containers: [{ name: "c", ...container }] } });
}

function snapshotOfContainerStatus(status: object): Snapshot {
  return snapshotOfObject({ apiVersion: "v1", kind: "Pod", status: { containerStatuses: [{ name: "c", ...status }] } });
}

function snapshotOfReadings(...readings: Snapshot["readings"]): Snapshot {
  return { source: { kind: "cluster", name: "c" }, takenAt, readings, damage: [] };
}
