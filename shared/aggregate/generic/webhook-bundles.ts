import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { listAt, textAt } from "../../parse/json-value.ts";
import { webhookConfigurations } from "../../profiles/hco/surroundings.ts";
import { makeTrouble } from "../core/object-health.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import { evaluateBundle } from "../root-cause/certificate-bundles.ts";

/**
 * Makes the node of a webhook configuration degraded if the API server accepts no certificate of a webhook that must respond
 * (failurePolicy Fail, which is the default): every write that the webhook should check fails then. A webhook without rules is
 * never called. Any other node is returned unchanged.
 */
export function addInvalidBundle(
  node: ReportNode,
  object: KubeObject,
  { takenAt, source }: Pick<EvaluationContext, "takenAt" | "source">,
): ReportNode {
  if (isSerious(node.verdict) || !isWebhookConfiguration(object)) return node;
  const strictWebhooks = listAt(object.raw, "webhooks").filter(
    (webhook) => textAt(webhook, "failurePolicy") !== "Ignore" && listAt(webhook, "rules").length > 0,
  );
  for (const webhook of strictWebhooks) {
    // Rotations are known of the product's own certificates only, and those are evaluated with the product.
    const bundle = evaluateBundle(textAt(webhook, "clientConfig", "caBundle"), { takenAt, source, rotations: [] });
    if (bundle?.is !== "invalid") continue;
    const { state, certificates, at } = bundle;
    const observed = { code: "no-valid-certificate", state, certificates, others: [], refusesWrites: true } as const;
    const trouble = makeTrouble("InvalidCertificate", observed, state === "expired" ? at : undefined);
    return { ...node, verdict: "degraded", ownVerdict: "degraded", trouble };
  }
  return node;
}

/** Whether an object is a ValidatingWebhookConfiguration or a MutatingWebhookConfiguration. */
export function isWebhookConfiguration({ ref }: Pick<KubeObject, "ref">): boolean {
  return webhookConfigurations.some((kind) => isSameKind(kind, ref));
}
