import type { WordsTables } from "../model/explanation.ts";
import { applicationWords } from "./words-explain-application.ts";
import { clusterWords } from "./words-explain-cluster.ts";
import { componentsWords } from "./words-explain-components.ts";
import { containerEndsWords } from "./words-explain-container-ends.ts";
import { containersWords } from "./words-explain-containers.ts";
import { coreEventsWords } from "./words-explain-core-events.ts";
import { dataVolumeEventsWords } from "./words-explain-data-volume-events.ts";
import { dataVolumesWords } from "./words-explain-data-volumes.ts";
import { definitionsWords } from "./words-explain-definitions.ts";
import { findingsApplicationWords } from "./words-explain-findings-application.ts";
import { findingsComponentsWords } from "./words-explain-findings-components.ts";
import { findingsGreenhouseWords } from "./words-explain-findings-greenhouse.ts";
import { findingsOperatorWords } from "./words-explain-findings-operator.ts";
import { findingsReadingWords } from "./words-explain-findings-reading.ts";
import { fluxWords } from "./words-explain-flux.ts";
import { gateCodesWords } from "./words-explain-gate-codes.ts";
import { greenhouseWords } from "./words-explain-greenhouse.ts";
import { greenhouseLegacyWords } from "./words-explain-greenhouse-legacy.ts";
import { greenhouseReasonsWords } from "./words-explain-greenhouse-reasons.ts";
import { hcoConditionsWords } from "./words-explain-hco-conditions.ts";
import { hcoEventsWords } from "./words-explain-hco-events.ts";
import { hcoReasonsWords } from "./words-explain-hco-reasons.ts";
import { jobsWords } from "./words-explain-jobs.ts";
import { lifecycleReasonsWords } from "./words-explain-lifecycle-reasons.ts";
import { machineEventsWords } from "./words-explain-machine-events.ts";
import { machineReasonsWords } from "./words-explain-machine-reasons.ts";
import { machineStatusWords } from "./words-explain-machine-status.ts";
import { machinesWords } from "./words-explain-machines.ts";
import { networkingWords } from "./words-explain-networking.ts";
import { olmWords } from "./words-explain-olm.ts";
import { ourWorkloadsWords } from "./words-explain-our-workloads.ts";
import { podReasonsWords } from "./words-explain-pod-reasons.ts";
import { podsWords } from "./words-explain-pods.ts";
import { reportWords } from "./words-explain-report.ts";
import { reportDriftWords } from "./words-explain-report-drift.ts";
import { reportRulesWords } from "./words-explain-report-rules.ts";
import { scalingWords } from "./words-explain-scaling.ts";
import { sharedConditionsWords } from "./words-explain-shared-conditions.ts";
import { workloadsWords } from "./words-explain-workloads.ts";

/** What is said about every code, by the names of the tables in profiles/reasons.ts. */
export const explainWords: WordsTables = {
  ...hcoConditionsWords,
  ...hcoReasonsWords,
  ...hcoEventsWords,
  ...componentsWords,
  ...lifecycleReasonsWords,
  ...networkingWords,
  ...machinesWords,
  ...machineReasonsWords,
  ...machineEventsWords,
  ...machineStatusWords,
  ...dataVolumesWords,
  ...dataVolumeEventsWords,
  ...containersWords,
  ...containerEndsWords,
  ...podsWords,
  ...podReasonsWords,
  ...ourWorkloadsWords,
  ...workloadsWords,
  ...jobsWords,
  ...coreEventsWords,
  ...clusterWords,
  ...definitionsWords,
  ...scalingWords,
  ...olmWords,
  ...sharedConditionsWords,
  ...applicationWords,
  ...fluxWords,
  ...greenhouseWords,
  ...greenhouseLegacyWords,
  ...greenhouseReasonsWords,
  ...findingsOperatorWords,
  ...findingsComponentsWords,
  ...findingsReadingWords,
  ...findingsApplicationWords,
  ...findingsGreenhouseWords,
  ...reportWords,
  ...reportDriftWords,
  ...reportRulesWords,
  ...gateCodesWords,
};
