import { families, ruleSets } from "../model/families.ts";
import { applicationRoot as root } from "../model/family-roots.ts";
import type { Kind } from "../model/kind.ts";
import type { Profile } from "../model/profile.ts";

/**
 * The Application of kubernetes-sigs/application: a list of kinds, a selector, and the summary of the selected objects.
 */
export const applicationProfile: Profile & { readonly root: Kind } = {
  name: "application",
  root,
  roots: families.application.roots,
  components: [],
  senses: [
    {
      group: root.group,
      kind: root.kind,
      type: "Ready",
      sense: "main",
      source: "APP api/v1beta1/application_types.go",
    },
    // seeds/application-status-proposal.md names these for every resource; a type that only reports an attempt is info.
    { type: "Disruption", sense: "bad", source: "proposal, Other Conditions: a special case of Error" },
    { type: "TrafficReady", sense: "good", source: "proposal, Conditions API: pod sees external traffic" },
    { type: "Qualified", sense: "good", source: "proposal, Conditions API: functionally tested" },
    { type: "Settled", sense: "good", source: "proposal, Standard Conditions" },
    { type: "Error", sense: "bad", source: "proposal, Standard Conditions" },
    { type: "Cleanup", sense: "info", source: "proposal, Conditions API: it tracks, and no document says which way" },
    { type: "Scale", sense: "info", source: "proposal, Conditions API: without a word of explanation" },
    // The inversion of Settled. On a Deployment True is permanent, and the shared table has a better row.
    { group: root.group, kind: root.kind, type: "Progressing", sense: "busy", source: "proposal, Other Conditions" },
    { group: root.group, kind: root.kind, type: "Available", sense: "good", source: "proposal, Other Conditions" },
  ],
  ruleSets: ruleSets.application,
};

/**
 * The controller's sync period for components, in seconds: it watches only Applications (APP main.go:40, sync-period).
 */
export const syncSeconds = 120;
