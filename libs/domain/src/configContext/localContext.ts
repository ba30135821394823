import { by, type Filter, f } from '@plumbline/model';
import { renderContexts, type Surround } from './renderContexts';

/** Configuration data that an object has of its own, and who takes care of them. */
export const localContextData = () => ({
  local_config_context_data: f.json().optional(),
  local_config_context_data_owner_object_id: f.uuid().optional(),
});

/** The schema such data keep to, and what their owner is. `reverse` names the objects that have them. */
export const localContextSchema = (reverse: string) => ({
  local_config_context_schema: f.ref('extras.configcontextschema', { reverse, onDelete: 'setNull' }).optional(),
  local_config_context_data_owner_content_type: f.ref('contenttypes.contenttype', { columnType: 'integer' }).optional(),
});

/** All configuration data that apply to an object, by where it belongs, which `needs` says in part. */
export const configContext = (surround: Surround, needs: string[] = []) => ({
  config_context: f
    .gathered({ type: 'object' }, renderContexts(surround))
    .with({ optIn: true, gatherNeeds: needs })
    .inForm({ type: 'string' })
    .last(),
});

/** The filters of objects that have such data. */
export const localContextFilters = (): Record<string, Filter> => ({
  local_config_context_data: by.has('local_config_context_data'),
  local_config_context_schema: by.relation('local_config_context_schema'),
  local_config_context_schema_id: by.relationId('local_config_context_schema'),
});
