import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The events of HyperConverged, its systemHealthStatus, and its alerts. */
export const hcoEventsWords: WordsTables = {
  hyperConvergedEvents: {
    of: "HyperConverged",
    next: [ask.events],
    says: {
      InitHCO: {
        meaning: "The operator saw a new HyperConverged and begins to install.",
        causes: ["the CR was created"],
        next: [ask.report],
      },
      UpgradeHCO: {
        meaning: "An upgrade of HyperConverged began or ended, as the message says.",
        causes: ["the operator was replaced by a newer one"],
        next: [ask.gate],
      },
      ReconcileHCO: {
        meaning:
          "All components are ready again (Normal), or not all of them are (Warning). Events are throttled, so a missing one proves nothing.",
        causes: ["a component changed its conditions"],
        next: [ask.report],
      },
      ReconcileError: {
        meaning:
          "A round of the operator ended with an error. A newer operator over an old status, and this event again and again, is an upgrade that is stuck and does not say so.",
        causes: ["a CRD that the new version needs is missing", "an object cannot be updated"],
        next: [ask.hcoLog, ask.gate],
      },
      Created: {
        meaning: "The operator created one of the objects that it owns.",
        causes: ["an installation or an upgrade", "somebody deleted the object before"],
      },
      Updated: {
        meaning: "The operator changed one of the objects that it owns.",
        causes: ["the spec of HyperConverged changed", "an upgrade"],
      },
      Killing: {
        meaning: "The operator removed one of its objects.",
        causes: ["a feature was switched off", "HyperConverged is being deleted"],
      },
      Overwritten: {
        meaning:
          "The operator found an object of its own changed by somebody else and put it back. During an upgrade it also says so of its own changes.",
        causes: [
          "somebody edited a component's CR instead of HyperConverged",
          "two managers fight over the object, such as a GitOps tool",
        ],
        next: [ask.report, "kubectl get KIND NAME -o yaml --show-managed-fields"],
      },
      ErrVirtUninstall: {
        meaning: "KubeVirt refuses to be deleted, so HyperConverged stays.",
        causes: ["virtual machines still exist"],
        next: ["kubectl get vm,vmi -A"],
      },
      ErrCDIUninstall: {
        meaning: "CDI refuses to be deleted, so HyperConverged stays.",
        causes: ["DataVolumes still exist"],
        next: ["kubectl get datavolumes -A"],
      },
      ErrHCOUninstall: {
        meaning: "HyperConverged could not remove one of its objects and stays.",
        causes: ["an object has a finalizer that nobody handles", "a webhook refuses the deletion"],
        next: [ask.hcoYaml, ask.hcoLog],
      },
    },
  },
  systemHealth: {
    of: "HyperConverged",
    next: [ask.report],
    says: {
      healthy: {
        meaning:
          "systemHealthStatus: the operator finished its round and nothing is bad. During an upgrade it says so even where a component is down.",
        causes: ["nobody reports anything bad", "an upgrade hides Available=False (1.16 and later)"],
      },
      warning: {
        meaning:
          "systemHealthStatus: the operator's round did not end well, or a component progresses outside an upgrade.",
        causes: ["ReconcileComplete is not True", "Progressing is True"],
      },
      error: {
        meaning:
          "systemHealthStatus: HyperConverged is not available, or degraded. A KubeVirt that only rolls out a version makes it say so too.",
        causes: ["Available is not True", "Degraded is True"],
        next: [ask.report, ask.deep],
      },
    },
  },
  alerts: {
    of: "Prometheus",
    next: [ask.hcoYaml],
    says: {
      HCOOperatorConditionsUnhealthy: {
        meaning: "For ten minutes systemHealthStatus of HyperConverged has said warning or error.",
        causes: ["a component is unavailable, degraded or progressing", "rounds of the operator that end in an error"],
        next: [ask.report],
      },
      KubeVirtCRModified: {
        meaning: "Somebody changed an object that HyperConverged owns, and the operator changed it back.",
        causes: ["an edit of a component's CR by hand or by a GitOps tool"],
        next: [ask.report],
      },
      UnsupportedHCOModification: {
        meaning: "A jsonpatch annotation changes a component in a way that is not supported.",
        causes: ["a work-around that was put on the HyperConverged"],
      },
      HCOInstallationIncomplete: {
        meaning: "For an hour the operator has run without a HyperConverged to look after.",
        causes: ["the operator was installed and the CR never created"],
        next: ["kubectl get hco -A"],
      },
      HCOMisconfiguredDescheduler: {
        meaning: "The descheduler is set up in a way that does not suit virtual machines.",
        causes: ["its profile for KubeVirt is not chosen"],
        next: ["kubectl get kubedescheduler -A -o yaml"],
      },
      HCOGoldenImageWithNoSupportedArchitecture: {
        meaning: "A boot image has no architecture in common with the nodes.",
        causes: ["the template names other architectures"],
      },
      HCOGoldenImageWithNoArchitectureAnnotation: {
        meaning: "A boot image does not say which architectures it is for, in a cluster that has several.",
        causes: ["the annotation of the template is missing"],
      },
      HCOMultiArchGoldenImagesDisabled: {
        meaning: "The nodes have several architectures, and boot images for several are switched off.",
        causes: ["the feature gate of multi-architecture boot images is off"],
      },
      DeprecatedMachineType: {
        meaning: "Virtual machines use a machine type that will go away.",
        causes: ["they were created long ago and never restarted with a new type"],
        next: ["kubectl get vm -A -o yaml"],
      },
    },
  },
};
