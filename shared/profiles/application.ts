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
  polarities: [
    {
      group: root.group,
      kind: root.kind,
      type: "Ready",
      polarity: "main",
      source: "APP api/v1beta1/application_types.go",
    },
    // seeds/application-status-proposal.md names these for every resource; a type that only reports an attempt is info.
    { type: "Disruption", polarity: "bad", source: "proposal, Other Conditions: a special case of Error" },
    { type: "TrafficReady", polarity: "good", source: "proposal, Conditions API: pod sees external traffic" },
    { type: "Qualified", polarity: "good", source: "proposal, Conditions API: functionally tested" },
    { type: "Settled", polarity: "good", source: "proposal, Standard Conditions" },
    { type: "Error", polarity: "bad", source: "proposal, Standard Conditions" },
    {
      type: "Cleanup",
      polarity: "info",
      source: "proposal, Conditions API: it tracks, and no document says which way",
    },
    { type: "Scale", polarity: "info", source: "proposal, Conditions API: without a word of explanation" },
    // The inversion of Settled. On a Deployment True is permanent, and the shared table has a better row.
    { group: root.group, kind: root.kind, type: "Progressing", polarity: "busy", source: "proposal, Other Conditions" },
    { group: root.group, kind: root.kind, type: "Available", polarity: "good", source: "proposal, Other Conditions" },
  ],
  ruleSets: ruleSets.application,
};

/**
 * The controller's sync period for components, in seconds: it watches only Applications (APP main.go:40, sync-period).
 */
export const syncSeconds = 120;
