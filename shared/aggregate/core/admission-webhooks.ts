import type { Ref } from "../../model/object.ts";
import { listAt, textAt } from "../../parse/json-value.ts";
import { webhookConfigurations } from "../../profiles/hco/surroundings.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** One admission webhook, as its configuration has it. */
export interface AdmissionWebhook {
  /** The configuration that has the webhook. */
  readonly configuration: Ref;
  /** The entry of the configuration's list `webhooks`. */
  readonly webhook: unknown;
}

/** The webhooks of all configurations that were read, those that validate first. */
export function listAdmissionWebhooks(index: ObjectIndex): readonly AdmissionWebhook[] {
  const configurations = webhookConfigurations.flatMap((kind) => index.all(kind));
  return configurations.flatMap(({ ref: configuration, raw }) =>
    listAt(raw, "webhooks").map((webhook) => ({ configuration, webhook })),
  );
}

/** The first webhook of this name. Undefined if no configuration that was read has it. */
export function findAdmissionWebhook(name: string, index: ObjectIndex): AdmissionWebhook | undefined {
  return listAdmissionWebhooks(index).find(({ webhook }) => textAt(webhook, "name") === name);
}
