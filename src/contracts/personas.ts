/** The built-in context personas; `coding` is the default. */
export const PERSONAS = ['coding', 'data-analysis', 'lead-gen', 'research', 'support'] as const

export type Persona = (typeof PERSONAS)[number]

export const DEFAULT_PERSONA: Persona = 'coding'
