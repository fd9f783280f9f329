import { conditionOf } from "../../../parse/conditions.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeGradedFinding } from "../../../model/finding/severity.ts";
import type { ReportNode } from "../../../model/report.ts";
import { apiServices } from "../../../profiles/core-kinds.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { shortWorkloadBehind } from "../surroundings/behind-service.ts";
import { rowOf, unavailableApis } from "../surroundings/served-apis.ts";
import { lacksEndpoints, webhookServices } from "../surroundings/webhook-services.ts";

/** The findings about APIs of the product that are not available. One that stays away is an error. */
export function servedApiFindings(parts: readonly ReportNode[], index: ObjectIndex): readonly Finding[] {
  const below = parts.flatMap(({ children }) => children).filter(({ ref }) => ref.kind === apiServices.kind);
  return unavailableApis(index).flatMap((object): readonly Finding[] => {
    const available = conditionOf(object, "Available");
    const isLasting = below.some(({ ref, verdict }) => ref.name === object.ref.name && verdict === "degraded");
    const { reason = "", message = "", since } = available ?? {};
    const words = { reason, message, ...definedFields({ since }) };
    const component = rowOf(object)?.component ?? "";
    return [
      makeGradedFinding(isLasting ? "error" : "warning", object.ref, {
        code: "api-not-available",
        component,
        ...words,
      }),
    ];
  });
}

/** The findings about Services that webhooks call and behind which nothing answers. */
export function webhookFindings(index: ObjectIndex, home: string): readonly Finding[] {
  const services = webhookServices(index, home);
  return services
    .filter(({ ref }) => lacksEndpoints(ref, services, index, home) === true)
    .map(({ ref, configurations, refusesWrites, upgradeEffect }) => {
      const workload = shortWorkloadBehind(ref, index);
      return makeGradedFinding(refusesWrites ? "error" : "warning", ref, {
        code: "webhook-without-endpoints",
        configurations: configurations.map(({ kind, name }) => `${kind} ${name}`),
        refusesWrites,
        ...definedFields({ upgradeEffect, workload }),
      });
    });
}
