// A form with a field of every kind that a server asks the person to fill in (elicitation).
export const visitForm = {
  method: 'elicitation/create',
  params: {
    message: 'About your visit',
    requestedSchema: {
      type: 'object',
      properties: {
        email: { type: 'string', title: 'Email', format: 'email', description: 'Never shared' },
        nights: { type: 'integer', title: 'Nights', minimum: 1, maximum: 9, default: 2 },
        breakfast: { type: 'boolean', title: 'Breakfast', default: true },
        size: {
          type: 'string',
          title: 'Size',
          oneOf: [
            { const: 's', title: '$(star) Small' },
            { const: 'l', title: 'Large' },
          ],
          default: 'l',
        },
        extras: {
          type: 'array',
          title: 'Extras',
          items: { type: 'string', enum: ['towel', 'lamp'] },
          minItems: 1,
        },
        remark: { type: 'string', title: 'Remark' },
      },
      required: ['email', 'extras'],
    },
  },
};
