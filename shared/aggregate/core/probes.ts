import type { ObservedProbe } from "../../model/cause/observation.ts";
import { toText, valueAt } from "../../parse/json-value.ts";
import { readCount } from "./counts.ts";

/**
 * Seconds until a probe can have failed for the first time. This is its delay, plus its period times its threshold
 * (defaults 0, 10 and 3, core/v1 defaults.go). The minimum is half a minute, for the kubelet's own delay.
 */
export function probePatienceSeconds(probe: unknown): number {
  const seconds = (name: string, absent: number): number => readCount(valueAt(probe, [name]), absent) ?? absent;
  const allowed = seconds("initialDelaySeconds", 0) + seconds("periodSeconds", 10) * seconds("failureThreshold", 3);
  return Math.max(allowed, 30);
}

/** What a probe requests; nothing where it does not say. */
export function readProbe(probe: unknown): { readonly probe?: ObservedProbe } {
  const portOf = (kind: string): string => toText(valueAt(probe, [kind, "port"]));
  const http = portOf("httpGet");
  if (http !== "")
    return { probe: { by: "http", port: http, path: toText(valueAt(probe, ["httpGet", "path"])) || "/" } };
  for (const [by, kind] of [
    ["tcp", "tcpSocket"],
    ["grpc", "grpc"],
  ] as const) {
    const port = portOf(kind);
    if (port !== "") return { probe: { by, port } };
  }
  return valueAt(probe, ["exec"]) === undefined ? {} : { probe: { by: "command" } };
}
