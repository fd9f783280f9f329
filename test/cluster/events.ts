import { createHash } from "node:crypto";
import type { Manifest, Stored } from "./manifest.ts";

/** Something that was said about an object. */
export interface EventFields {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly message: string;
  readonly at: string;
  /** When it was said for the first time, where that is not the last time. */
  readonly firstSeen?: string;
  readonly count?: number;
}

/** An Event about a stored object, by `component`, in the object's namespace; cluster-wide ones are talked of in default. */
export function event(
  about: Stored,
  component: string,
  { type, reason, message, at, firstSeen = at, count = 1 }: EventFields,
): Manifest {
  const { name, namespace, uid, resourceVersion } = about.metadata;
  const digest = createHash("sha256").update(`${about.kind} ${reason} ${message}`).digest("hex").slice(0, 16);
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: `${name}.${digest}`, namespace: namespace ?? "default" },
    involvedObject: {
      apiVersion: about.apiVersion,
      kind: about.kind,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid,
      resourceVersion,
    },
    type,
    reason,
    message,
    count,
    firstTimestamp: firstSeen,
    lastTimestamp: at,
    source: { component },
    reportingComponent: component,
    reportingInstance: "",
  };
}
