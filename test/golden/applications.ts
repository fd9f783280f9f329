/** Applications: well, worse than their controller says, over nothing, in each other, and over what it cannot see into. */
import { applicationKind } from "../cluster/application-kind.ts";
import * as made from "../cluster/applications.ts";
import type { Manifest } from "../cluster/manifest.ts";
import type { Case, Stage } from "./case.ts";

const system = {
  served: "absent",
  otherKinds: [applicationKind],
  dumpedKinds: ["statefulsets.apps", "services", "jobs.batch", "poddisruptionbudgets.policy"],
} as const;

const kinds = made.shopKinds.filter(([, kind]) => kind !== "Secret");

const statuses = {
  "Deployment.apps web": "Ready",
  "StatefulSet.apps db": "Ready",
  "Service web": "Ready",
  "Job.batch migrate": "Ready",
  "PodDisruptionBudget.policy db": "Ready",
};

function healthyParts({ now }: Stage): readonly Manifest[] {
  return [
    made.deployment(now, "web", 3, 3),
    made.statefulSet("db", 3, 3),
    made.service("web"),
    made.job(now, "migrate", "Complete"),
    made.budget("db", 3, 2),
  ];
}

export const applications: readonly Case[] = [
  {
    ...system,
    sentence: "an-application-of-five-kinds-is-healthy",
    prepare: (stage) => made.createShop(stage.cluster, healthyParts(stage), made.application(kinds, made.writeStatus(stage.now, "5/5", 600, statuses))),
  },
  {
    ...system,
    sentence: "an-application-reports-ready-while-its-deployment-and-job-fail",
    inAllFormats: true,
    prepare: (stage) =>
      made.createShop(
        stage.cluster,
        [
          made.deployment(stage.now, "web", 1, 3),
          made.statefulSet("db", 3, 3),
          made.service("web"),
          made.job(stage.now, "migrate", "Failed"),
          made.budget("db", 3, 2),
        ],
        made.application(kinds, made.writeStatus(stage.now, "5/5", 600, statuses), { addOwnerRef: true }),
      ),
  },
  {
    ...system,
    sentence: "an-application-selects-nothing-and-reports-ready",
    prepare: (stage) =>
      made.createShop(
        stage.cluster,
        healthyParts(stage),
        made.application([["core", "Service"], ["v2.shop.example.com", "Basket"]], made.writeStatus(stage.now, "0/0", 600)),
      ),
  },
  {
    ...system,
    sentence: "an-application-in-an-application-waits-for-an-ip-address",
    prepare: (stage) =>
      made.createShop(
        stage.cluster,
        [made.deployment(stage.now, "web", 3, 3), made.service("front", [{ hostname: "front.elb.example.com" }])],
        made.application([["apps", "Deployment"], ["app.k8s.io", "Application"]], made.writeStatus(stage.now, "1/2", 45, {
            "Deployment.apps web": "Ready",
            "Application.app.k8s.io front": "InProgress",
          })),
        made.application([["", "Service"], ["app.k8s.io", "Application"]], made.writeStatus(stage.now, "0/2", 45, {
            "Service front": "InProgress",
            "Application.app.k8s.io front": "InProgress",
          }), {}, { name: "front", labels: made.labels }),
      ),
  },
];
