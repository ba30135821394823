import { circuits } from './circuits/registration';
import { dcim } from './dcim/registration';
import { extras } from './extras/registration';
import { ipam } from './ipam/registration';
import { register } from './registry';
import { tenancy } from './tenancy/registration';
import { users } from './users/registration';
import { virtualization } from './virtualization/registration';

/** Every domain that adds something; a model that nobody adds to has all that its description makes of it. */
register([circuits, dcim, ipam, extras, tenancy, users, virtualization]);
