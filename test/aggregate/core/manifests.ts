import type { ObjectIndex } from "../../../shared/aggregate/snapshot/object-index.ts";
import { indexSnapshot } from "../../../shared/aggregate/snapshot/object-index.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { KubeObject } from "../../../shared/model/object.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";

/** The time of the evaluation. {@link secondsAgo} gives times before it. */
export const takenAt = "2026-11-21T12:00:00Z";

/** So many seconds before {@link takenAt}. */
export function secondsAgo(seconds: number): string {
  return new Date(Date.parse(takenAt) - seconds * 1000).toISOString().replace(".000Z", "Z");
}

export type Fields = Readonly<Record<string, unknown>>;

/** Plain JSON of one object, made a day ago. */
export function manifest(apiVersion: string, kind: string, name: string, fields: Fields = {}): Fields {
  const { metadata, ...rest } = fields;
  const own = {
    name,
    namespace: "prod",
    uid: `uid-${name}`,
    creationTimestamp: secondsAgo(86_400),
    ...(metadata as Fields),
  };
  return { apiVersion, kind, metadata: own, ...rest };
}

export function object(fields: Fields): KubeObject {
  return toObject(fields);
}

/** What was read and found. */
export function indexFound(all: readonly Fields[]): ObjectIndex {
  return indexSnapshot(snapshotOf(all, { takenAt, source: "test" }));
}

export function condition(
  type: string,
  status: string,
  reason = "",
  message = "",
  since: string = secondsAgo(3600),
): Fields {
  return { type, status, reason, message, lastTransitionTime: since };
}

/** A Deployment of three replicas whose status says `status`. */
export function deployment(status: Fields, spec: Fields = {}, metadata: Fields = {}): Fields {
  return manifest("apps/v1", "Deployment", "web", { metadata, spec: { replicas: 3, ...spec }, status });
}

export const rolloutDone: Fields = condition(
  "Progressing",
  "True",
  "NewReplicaSetAvailable",
  'ReplicaSet "web-1" has progressed.',
);
export const rolloutRunning: Fields = condition(
  "Progressing",
  "True",
  "ReplicaSetUpdated",
  'ReplicaSet "web-2" is progressing.',
);

/** A pod of one container `app` on node-1, an hour old, with this container status and these fields of its status. */
export function pod(container: Fields | undefined, status: Fields = {}, fields: Fields = {}): Fields {
  const { spec, metadata } = fields;
  const running = { name: "app", ready: true, started: true, restartCount: 0, state: runningState(3600) };
  const ready = container?.["ready"] === false ? "False" : "True";
  return manifest("v1", "Pod", "web-1-abcde", {
    metadata: { creationTimestamp: secondsAgo(3600), ...(metadata as Fields) },
    spec: {
      nodeName: "node-1",
      restartPolicy: "Always",
      containers: [{ name: "app", readinessProbe }],
      ...(spec as Fields),
    },
    status: {
      phase: "Running",
      conditions: [
        condition("PodScheduled", "True"),
        condition("Initialized", "True"),
        condition("ContainersReady", ready, "", "", secondsAgo(900)),
        condition("Ready", ready, "", "", secondsAgo(900)),
      ],
      containerStatuses: [{ ...running, ...container }],
      ...status,
    },
  });
}

const readinessProbe: Fields = { httpGet: { path: "/healthz", port: 8443 }, periodSeconds: 5 };

export function runningState(seconds: number): Fields {
  return { running: { startedAt: secondsAgo(seconds) } };
}

export function waitingContainer(reason: string, message = ""): Fields {
  return { ready: false, started: false, state: { waiting: { reason, message } } };
}

export function terminatedState(exitCode: number, reason = "Error", seconds = 60, message = ""): Fields {
  return {
    terminated: { exitCode, reason, message, startedAt: secondsAgo(seconds + 60), finishedAt: secondsAgo(seconds) },
  };
}
