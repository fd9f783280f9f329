import { aggregate } from "../../shared/aggregate/aggregate.ts";
import type { Report } from "../../shared/model/report.ts";
import { readGoldenCase } from "../golden/recorded.ts";
import { ailing } from "./samples-ailing.ts";
import { hostile } from "./samples-hostile.ts";
import { missing } from "./samples-missing.ts";

/** Situations of test/golden that no sample of this folder shows. */
const recorded: readonly string[] = [
  "a-new-installation-reports-init-in-five-conditions",
  "an-application-in-an-application-waits-for-an-ip-address",
  "an-error-at-ssp-ends-the-reconcile-and-kubevirt-is-degraded",
  "cdi-is-down-during-an-upgrade-and-the-cr-says-healthy",
  "kubevirt-has-been-down-for-an-hour-and-the-cr-says-healthy",
  "no-node-has-room-for-cdi",
  "the-operator-crashes-and-the-cr-reports-healthy",
  "the-operator-has-not-reconciled-a-new-hyperconverged",
  "virtual-machines-block-the-deletion",
];

/** Reports by the sentence that says what they show; each is a set of golden files. */
export const samples: Readonly<Record<string, Report>> = {
  ...ailing,
  ...missing,
  ...hostile,
  ...Object.fromEntries(recorded.map((sentence) => [sentence, aggregate(readGoldenCase(sentence))])),
};
