import type { Label, Rule } from '@plumbline/model';

/** What `acceptsLocation` reads of a location. */
export const locationNeeds = ['location_type.name', 'location_type.content_types'];

/**
 * A location holds objects of a model only when its type lists the model. `plural` names the model's objects, `stop`
 * ends the sentence.
 */
export const acceptsLocation =
  (label: Label, plural: string, stop = '.'): Rule =>
  ({ related: { location } }) => {
    const accepted = location?.['location_type.content_types'] as string[] | undefined;
    if (!location || accepted?.includes(label)) return undefined;
    return {
      location: [`${plural} may not associate to locations of type "${location['location_type.name']}"${stop}`],
    };
  };
