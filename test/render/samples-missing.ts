import type { ReadGap, Report } from "../../shared/model/report.ts";
import {
  completeness,
  component,
  condition,
  contribution,
  finding,
  hyperconverged,
  openGates,
  refOf,
  report,
  root,
} from "./build.ts";
import { healthyRoot } from "./samples-ailing.ts";

const asked = { verb: "list", group: "hco.kubevirt.io", kind: "HyperConverged", required: true } as const;

/** No root at all, for one reason. */
function nothing(gaps: readonly ReadGap[]): Report {
  return report([], { completeness: completeness(0, gaps) });
}

const notAllowed: readonly ReadGap[] = ["KubeVirt", "CDI"].map((name) => {
  const { group, kind, name: object, namespace } = refOf(name);
  return {
    outcome: "forbidden",
    verb: "get",
    group,
    kind,
    name: object,
    ...(namespace === undefined ? {} : { namespace }),
    cause: `User "dev" cannot get resource`,
    required: true,
  };
});

const forbidden = report(
  [
    root({
      ownVerdict: "unknown",
      verdict: "unknown",
      conditions: [
        condition("ReconcileComplete", "T", 14, "ReconcileCompleted", "Reconcile completed successfully"),
        condition("Available", "T", 14, "ReconcileCompleted", "Reconcile completed successfully"),
        condition("Progressing", "T", 14, "CDIProgressing", "CDI is progressing: Started Deployment"),
      ],
      children: [
        component("KubeVirt", "unknown", "", { outcome: "forbidden", facts: {} }),
        component("CDI", "unknown", "", { outcome: "forbidden", facts: {} }),
        component("SSP", "healthy", "v0.24.0"),
      ],
      offenders: {
        Progressing: [
          contribution("CDI", true, "reported-reason", "CDIProgressing", "CDI is progressing: Started Deployment"),
        ],
      },
      gates: {
        ...openGates,
        ready: { answer: "unknown", because: ["KubeVirt", "CDI"] },
        upgradeable: { answer: "unknown", because: ["KubeVirt", "CDI"] },
      },
      driftHeld: "incomplete",
    }),
  ],
  {
    completeness: completeness(38, notAllowed),
    findings: [
      ...["KubeVirt", "CDI"].map((name) =>
        finding(
          "warning",
          { code: "not-read", component: name, outcome: "forbidden", cause: 'User "dev" cannot get resource' },
          refOf(name),
        ),
      ),
      finding("warning", { code: "blame-from-reasons", components: ["CDI"] }),
    ],
  },
);

const other = { ...hyperconverged, namespace: "default" };

const several = report(
  [
    root({ ...healthyRoot, ref: { ...hyperconverged, namespace: "a" } }),
    root({
      ref: other,
      ownVerdict: "unavailable",
      facts: {},
      conditions: [
        condition(
          "ReconcileComplete",
          "F",
          300,
          "InvalidRequest",
          "Request does not match expected name (kubevirt-hyperconverged) and namespace (kubevirt-hyperconverged)",
        ),
      ],
      gates: {
        ...openGates,
        ready: { answer: "no", because: ["InvalidRequest"] },
        upgradeable: { answer: "no", because: ["InvalidRequest"] },
      },
    }),
  ],
  {
    findings: [
      finding(
        "error",
        {
          code: "invalid-request",
          message:
            "Request does not match expected name (kubevirt-hyperconverged) and namespace (kubevirt-hyperconverged)",
        },
        other,
      ),
      finding(
        "warning",
        {
          code: "several-roots",
          names: ["a/kubevirt-hyperconverged", "default/kubevirt-hyperconverged"],
          rejected: [],
        },
        other,
      ),
    ],
  },
);

export const missing: Readonly<Record<string, Report>> = {
  "no permission to read components": forbidden,
  "several of them": several,
  "nothing found in the cluster": nothing([{ ...asked, outcome: "absent" }]),
  "a name that does not exist": nothing([
    { ...asked, verb: "get", outcome: "absent", namespace: "default", name: "kubevirt-hyperconverged" },
  ]),
  "no permission to look": nothing([
    {
      ...asked,
      outcome: "forbidden",
      cause: 'User "dev" cannot list resource "hyperconvergeds" in API group "hco.kubevirt.io" at the cluster scope',
    },
  ]),
  "the kind is not installed": nothing([{ ...asked, outcome: "noSuchKind" }]),
  "the server did not answer": nothing([{ ...asked, outcome: "unread", cause: "timed out after 10s" }]),
  "an empty folder": report([], {
    source: { kind: "files", name: "dump/" },
    completeness: completeness(3, [
      {
        outcome: "unread",
        verb: "read",
        group: "",
        kind: "",
        name: "dump/a.yaml:14",
        cause: "bad indentation",
        required: false,
      },
    ]),
    findings: [
      finding(
        "warning",
        { code: "damaged-input", where: "dump/a.yaml:14", cause: "bad indentation" },
        { group: "", kind: "File", name: "dump/a.yaml:14" },
      ),
    ],
  }),
};
