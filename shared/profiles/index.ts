import type { Profile } from "../model/profile.ts";
import { application } from "./application.ts";
import { generic } from "./generic.ts";
import { greenhouse } from "./greenhouse.ts";
import { hco } from "./hco.ts";

/** Every profile by name, the special ones before the general one. */
export const profiles: {
  readonly hco: Profile;
  readonly application: Profile;
  readonly greenhouse: Profile;
  readonly generic: Profile;
} = {
  hco,
  application,
  greenhouse,
  generic,
};
