import type { Report } from "../../shared/model/report.ts";
import { ailing } from "./samples-ailing.ts";
import { changing } from "./samples-changing.ts";
import { hostile } from "./samples-hostile.ts";
import { missing } from "./samples-missing.ts";
import { other } from "./samples-other.ts";

/** Reports by the sentence that says what they show; each is a set of golden files. */
export const samples: Readonly<Record<string, Report>> = { ...ailing, ...changing, ...missing, ...other, ...hostile };
