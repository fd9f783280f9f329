import type { Report } from "../../shared/model/report.ts";
import {
  clusterMessage,
  component,
  condition,
  finding,
  node,
  now,
  openGates,
  report,
  root,
  workloadBelow,
} from "./build.ts";

const application = { group: "app.k8s.io", version: "v1beta1", kind: "Application", namespace: "shop", name: "mysql" };

const unready = report(
  [
    root({
      label: "mysql",
      ref: application,
      profile: "application",
      ruleSet: "code",
      expected: { code: { conditions: [] }, proposal: { conditions: [] } },
      facts: { componentsReady: "1/2" },
      ownVerdict: "unavailable",
      conditions: [
        condition("Ready", "F", 130, "ComponentsNotReady", "1/2 components ready"),
        condition("Error", "F", 130),
      ],
      children: [
        node({
          role: "part",
          label: "mysql",
          ref: { group: "apps", kind: "StatefulSet", namespace: "shop", name: "mysql" },
          verdict: "unavailable",
          required: true,
          facts: { ready: "0/1" },
          conditions: [],
          ownVerdict: "healthy",
          children: [
            workloadBelow("pod", "mysql-0", "unavailable", {
              conditions: [
                condition("PodScheduled", "F", 130, "Unschedulable", "0/3 nodes are available: 3 Insufficient memory."),
              ],
            }),
            ...Array.from({ length: 5 }, (_, index) => workloadBelow("pod", `mysql-${index + 1}`, "progressing")),
          ],
        }),
        node({
          role: "part",
          label: "mysql-service",
          ref: { group: "", kind: "Service", namespace: "shop", name: "mysql-service" },
          verdict: "healthy",
          required: true,
        }),
      ],
      firstCause: {
        path: ["mysql", "mysql", "mysql-0"],
        evidence: [
          {
            is: "object",
            kind: "Pod",
            name: "mysql-0",
            verdict: "unavailable",
            trouble: { reason: "Unschedulable", message: "0/3 nodes are available: 3 Insufficient memory." },
          },
        ],
      },
      gates: {
        ...openGates,
        ready: { answer: "no", because: ["mysql"] },
        upgradeable: { answer: "unknown", because: [] },
      },
    }),
  ],
  {
    source: { kind: "files", name: "shop.yaml" },
    takenAt: now,
    findings: [finding("info", { code: "inferred-polarity", types: ["Settled"] }, application)],
  },
);

const collected = report(
  [
    root({
      ownVerdict: "healthy",
      conditions: [condition("Degraded", "T", 14, "CDIDegraded", "CDI is degraded: boom")],
      children: [
        component("CDI", "degraded", "v1.64.0", { conditions: [condition("Degraded", "T", 14, "Boom", "boom")] }),
      ],
      firstCause: { path: ["kubevirt-hyperconverged", "CDI"], evidence: clusterMessage("boom") },
      gates: {
        ...openGates,
        ready: { answer: "no", because: ["CDI"] },
        upgradeable: { answer: "no", because: ["CDI"] },
      },
    }),
  ],
  {
    source: { kind: "must-gather", name: "must-gather.local.123" },
    completeness: {
      asked: 5,
      found: 4,
      absent: 0,
      noSuchKind: 0,
      forbidden: 0,
      unread: 1,
      gaps: [
        {
          outcome: "unread",
          verb: "list",
          group: "",
          kind: "Pod",
          namespace: "openshift-cnv",
          cause: "not in the gather",
          required: false,
        },
      ],
    },
  },
);

export const other: Readonly<Record<string, Report>> = {
  "an application with an unschedulable pod": unready,
  "a must-gather without pods": collected,
};
