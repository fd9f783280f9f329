import { families, ruleSets } from "../model/families.ts";
import { applicationRoot as root } from "../model/family-roots.ts";
import type { Kind } from "../model/kind.ts";
import type { Profile } from "../model/profile.ts";
import { applicationPolarities } from "../tables/polarity.ts";

/**
 * The Application of kubernetes-sigs/application: a list of kinds, a selector, and the summary of the selected objects.
 */
export const applicationProfile: Profile & { readonly root: Kind } = {
  name: "application",
  root,
  roots: families.application.roots,
  components: [],
  polarities: applicationPolarities,
  ruleSets: ruleSets.application,
};

/**
 * The controller's sync period for components, in seconds: it watches only Applications (APP main.go:40, sync-period).
 */
export const syncSeconds = 120;
