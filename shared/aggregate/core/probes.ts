import { at, text } from "../../parse/value.ts";
import { count } from "./counts.ts";

/**
 * Seconds a probe may take until it has failed for the first time: its delay and its period times its threshold (defaults 0,
 * 10 and 3, core/v1 defaults.go); without one half a minute, for the kubelet's own delay.
 */
export function patienceOf(probe: unknown): number {
  const seconds = (name: string, absent: number): number => count(at(probe, [name]), absent) ?? absent;
  const allowed = seconds("initialDelaySeconds", 0) + seconds("periodSeconds", 10) * seconds("failureThreshold", 3);
  return Math.max(allowed, 30);
}

/** What a probe asks, to stand behind its name: ` (GET :8443/healthz)`; empty where it says nothing. */
export function probeWords(probe: unknown): string {
  const asked = (kind: string, name: string): string => text(at(probe, [kind, name]));
  const http = asked("httpGet", "port");
  if (http !== "") return ` (GET :${http}${asked("httpGet", "path") || "/"})`;
  const tcp = asked("tcpSocket", "port");
  if (tcp !== "") return ` (TCP :${tcp})`;
  const grpc = asked("grpc", "port");
  if (grpc !== "") return ` (gRPC :${grpc})`;
  // A command may carry a password among its arguments.
  return at(probe, ["exec"]) === undefined ? "" : " (a command)";
}
