import type { Profile } from "../model/profile.ts";
import { generic } from "./generic.ts";
import { hco } from "./hco.ts";

/** Every profile by name, the special ones before the general one. */
export const profiles: { readonly hco: Profile; readonly generic: Profile } = { hco, generic };
