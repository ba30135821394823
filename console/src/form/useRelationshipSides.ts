import { useEverything } from '../api/everything';
import { capitalized, type Model, useModels } from '../api/models';
import type { ApiObject } from '../api/types';
import { distinctLabels } from '../components/distinctLabels';
import type { relationshipSides } from './formValues';

/** What may be related with what, and how many of it. */
interface Relationship extends ApiObject {
  key: string;
  label: string;
  type: string;
  source_type: string;
  source_label: string;
  source_hidden: boolean;
  destination_type: string;
  destination_label: string;
  destination_hidden: boolean;
}

/** An end of a relationship that leads away from objects of a model. */
export interface RelationshipSide {
  /** The key of the relationship, and what it is called. */
  key: string;
  about: string;
  name: (typeof relationshipSides)[number];
  label: string;
  /** The model of the objects there. */
  to: string;
  many: boolean;
}

/** The ends of all relationships of a model that are entered with its objects; none as long as they are not known. */
export function useRelationshipSides(model: Model): RelationshipSide[] {
  const models = useModels();
  const definitions = models.find('extras.relationship');
  const isAsked = model.abilities.includes('relationships');
  const from = useEverything<Relationship>(definitions, { source_type: model.label, depth: 0 }, isAsked);
  const to = useEverything<Relationship>(definitions, { destination_type: model.label, depth: 0 }, isAsked);
  const nameOf = (label: string) => capitalized(models.find(label)?.plural ?? label);
  const sides: RelationshipSide[] = [
    ...(from.data?.results ?? [])
      .filter((one) => !one.source_hidden)
      .map(
        ({ key, label, type, source_label, destination_type }): RelationshipSide => ({
          key,
          about: label,
          name: type.startsWith('symmetric') ? 'peer' : 'destination',
          label: source_label || nameOf(destination_type),
          to: destination_type,
          many: type.endsWith('-many'),
        }),
      ),
    ...(to.data?.results ?? [])
      .filter((one) => !one.destination_hidden && !one.type.startsWith('symmetric'))
      .map(
        ({ key, label, type, destination_label, source_type }): RelationshipSide => ({
          key,
          about: label,
          name: 'source',
          label: destination_label || nameOf(source_type),
          to: source_type,
          many: type === 'many-to-many',
        }),
      ),
  ];
  const labels = distinctLabels(sides);
  return sides.map((side, index) => ({ ...side, label: labels[index]! }));
}
