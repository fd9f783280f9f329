import type { Report } from "../../shared/model/report.ts";
import { randomFrom } from "../random.ts";
import { hostileReport } from "./hostile-report.ts";
import { samples } from "./samples.ts";

const seeds = Array.from({ length: 60 }, (_, seed) => seed);

/** What a format must bear: every sample, and random reports of hostile texts, each with its name. */
export const bearableReports: readonly (readonly [string, Report])[] = [
  ...Object.entries(samples),
  ...seeds.map((seed) => [`seed ${seed}`, hostileReport(randomFrom(seed))] as const),
];
