import type { Report } from "../../shared/model/report.ts";
import type { FleetMember, FleetTrouble } from "../../shared/render/words/commands/fleet.ts";
import { samples } from "./samples.ts";

/** A cluster called so, with one of the samples as its Report. */
export function member(context: string, sample: string, trouble?: FleetTrouble): FleetMember {
  const report = samples[sample];
  if (report === undefined) throw new Error(`no sample "${sample}"`);
  const server = `https://${context}.example.com:6443`;
  return {
    context,
    server,
    report: withContextName(report, context, server),
    ...(trouble !== undefined && { trouble }),
  };
}

function withoutServer({ server: _, ...rest }: FleetMember): FleetMember {
  return rest;
}

function withContextName(report: Report, name: string, server: string): Report {
  return { ...report, source: { kind: "cluster", name, server } };
}

const nothing = "the server did not answer";

/** One of each kind, in no order. */
export const fleetOfAll: readonly FleetMember[] = [
  member("well-b", "healthy is short"),
  member("upgrading", "an upgrade that waits for two components"),
  member("empty", "nothing found in the cluster"),
  member("no-kind", "the kind is not installed"),
  member("refusing", "no permission to look"),
  member("half-seen", "no permission to read components"),
  member("well-a", "healthy is short"),
  member("expired", nothing, {
    is: "login",
    cause:
      "https://expired.example.com:6443 rejected the credentials of this context (401: Unauthorized); log in again",
    brief: "the server rejected the credentials (401: Unauthorized)",
  }),
  member("far", nothing, {
    is: "late",
    cause:
      "no response from https://far.example.com:6443 to GET /apis/hco.kubevirt.io/v1/hyperconvergeds within 30 s; the server may be overloaded, or --request-timeout too short",
    brief: "no response within 30 s",
  }),
  member("dead", nothing, {
    is: "unreached",
    cause:
      "cannot connect to https://dead.example.com:6443: connection refused; is the server running, and is the address correct?",
    brief: "connection refused",
  }),
  withoutServer(
    member("torn", nothing, {
      is: "unusable",
      cause: 'context "torn" names cluster "gone", which does not exist in /home/dev/.kube/config; its clusters: a',
    }),
  ),
  member("typo", "a name that does not exist", {
    is: "missing",
    cause: 'hyperconvergeds.hco.kubevirt.io "hco" not found',
  }),
  member("joining", nothing, { is: "connecting", cause: "" }),
  { ...member("lost", "healthy is short"), link: { state: "unreachable", cause: "no", until: "2026-11-21T06:12:18Z" } },
  member("crashing", "a crashing container below CDI"),
  member("two", "several of them"),
  member("culprits", "two culprits and the CR names one"),
];
