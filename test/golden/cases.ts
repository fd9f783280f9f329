import { applications } from "./applications.ts";
import { below } from "./below.ts";
import type { Case } from "./case.ts";
import { corrections } from "./corrections.ts";
import { deletions } from "./deletions.ts";
import { greenhouse } from "./greenhouse.ts";
import { outdated } from "./outdated-pods.ts";
import { quotedLogs } from "./quoted-logs.ts";
import { releases } from "./releases.ts";
import { rollouts } from "./rollouts.ts";
import { silentFaults } from "./silent-faults.ts";
import { sources } from "./sources.ts";
import { states } from "./states.ts";
import { surroundings } from "./surroundings.ts";
import { webhookCertificates } from "./webhook-certificates.ts";
import { workedExamples } from "./worked-examples.ts";

/** Every golden case; its folder has the name of its sentence. */
export const cases: readonly Case[] = [
  ...workedExamples,
  ...states,
  ...corrections,
  ...surroundings,
  ...silentFaults,
  ...webhookCertificates,
  ...deletions,
  ...sources,
  ...releases,
  ...below,
  ...quotedLogs,
  ...rollouts,
  ...outdated,
  ...greenhouse,
  ...applications,
];
