import { pageChangesSchema } from './capture-input-schema.ts';
import {
  declaredSchema,
  disclosureSchema,
  fieldSchema,
  imageSchema,
  signerSchema,
  submitSchema,
} from './part-schemas.ts';

/** The schemas of a described page, by the names of their types, whose docstrings describe them. */
export const pageParts = () => ({
  CaptureInput: pageChangesSchema(),
  CapturedField: fieldSchema(),
  CapturedDisclosure: disclosureSchema(),
  CapturedSubmit: submitSchema(),
  CapturedSigner: signerSchema(),
  CapturedImage: imageSchema(),
  DeclaredDisclosure: declaredSchema(),
});
