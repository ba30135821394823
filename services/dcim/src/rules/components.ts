import type { Rule } from '@plumbline/model';

/** What is set aside for a port is part of what it may draw. */
export const allocatesNoMoreThanMaximum: Rule = ({ row: { allocated_draw: allocated, maximum_draw: maximum } }) =>
  allocated !== null && maximum !== null && Number(allocated) > Number(maximum)
    ? { allocated_draw: [`Allocated draw cannot exceed the maximum draw (${maximum}W).`] }
    : undefined;

/** An outlet hands on power that its own device takes. */
export const isFedByOwnDevice: Rule = ({ row, related: { power_port: port } }) =>
  port && port.device !== row.device
    ? { __all__: ['The power port of an outlet must belong to the same device.'] }
    : undefined;
