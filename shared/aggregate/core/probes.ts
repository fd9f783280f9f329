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

/** What a probe requests, as text behind its name: ` (GET :8443/healthz)`; empty if the probe does not say. */
export function describeProbe(probe: unknown): string {
  const asked = (kind: string, name: string): string => toText(valueAt(probe, [kind, name]));
  const http = asked("httpGet", "port");
  if (http !== "") return ` (GET :${http}${asked("httpGet", "path") || "/"})`;
  const tcp = asked("tcpSocket", "port");
  if (tcp !== "") return ` (TCP :${tcp})`;
  const grpc = asked("grpc", "port");
  if (grpc !== "") return ` (gRPC :${grpc})`;
  // A command may carry a password among its arguments.
  return valueAt(probe, ["exec"]) === undefined ? "" : " (a command)";
}
