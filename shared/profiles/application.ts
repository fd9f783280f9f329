import type { Kind, Profile } from "../model/profile.ts";

const root: Kind = {
  group: "app.k8s.io",
  kind: "Application",
  plural: "applications",
  versions: ["v1beta1"],
  namespaced: true,
};

/** The Application of kubernetes-sigs/application: a list of kinds, a selector, and the sum of what they find. */
export const application: Profile & { readonly root: Kind } = {
  name: "application",
  root,
  roots: [root],
  components: [],
  senses: [
    {
      group: root.group,
      kind: root.kind,
      type: "Ready",
      sense: "main",
      source: "APP api/v1beta1/application_types.go",
    },
    // seeds/application-status-proposal.md names these for every resource; what says only that something was tried is info.
    { type: "Disruption", sense: "bad", source: "proposal, Other Conditions: a special case of Error" },
    { type: "TrafficReady", sense: "good", source: "proposal, Conditions API: pod sees external traffic" },
    { type: "Qualified", sense: "good", source: "proposal, Conditions API: functionally tested" },
    { type: "Settled", sense: "good", source: "proposal, Standard Conditions" },
    { type: "Error", sense: "bad", source: "proposal, Standard Conditions" },
    { type: "Cleanup", sense: "info", source: "proposal, Conditions API: it tracks, and no document says which way" },
    { type: "Scale", sense: "info", source: "proposal, Conditions API: without a word of explanation" },
    // The inversion of Settled; on a Deployment True stays for ever after and the shared table knows better.
    { group: root.group, kind: root.kind, type: "Progressing", sense: "busy", source: "proposal, Other Conditions" },
    { group: root.group, kind: root.kind, type: "Available", sense: "good", source: "proposal, Other Conditions" },
  ],
  ruleSets: ["code", "proposal"],
};

/** How often the controller looks at components, in seconds: it watches only Applications (APP main.go:40, sync-period). */
export const syncSeconds = 120;
