/** Sellers and buyers of the merchant API, as tax invoices name them: ids, and addresses in parts. */
import { z } from "zod";
import { buyerSchemes, homeCountry, sellerFacts, sellerSchemes } from "#core/tax/tax-party.ts";
import { countryText } from "./common.ts";

const sellerScheme = z.enum(sellerSchemes).meta({
  id: "SellerScheme",
  description:
    "CRN: commercial registration, 10 digits. 700: unified number, 10 digits from 7. MOM, MLS, SAG: licences of the " +
    "ministries of municipalities, of human resources, of investment. OTH: any other.",
});
const buyerScheme = z.enum(buyerSchemes).meta({
  id: "BuyerScheme",
  description:
    "TIN: tax number, 10 digits from 3. CRN, 700, MOM, MLS, SAG: as of sellers. NAT: national id, 10 digits from 1. " +
    "IQA: residence permit, 10 digits from 2. GCC: id of a GCC country. PAS: passport. OTH: any other.",
});
const newValue = z
  .string()
  .min(1)
  .max(60)
  .meta({ description: "Letters and digits; spaces, dots, hyphens and slashes are left out." });

export const newSellerIdentification = z.strictObject({ scheme: sellerScheme, value: newValue }).meta({
  id: "NewSellerIdentification",
  description: "By what the authorities know you; printed on tax invoices.",
  examples: [{ scheme: "CRN", value: "1010123456" }],
});

export const sellerIdentification = z
  .object({ scheme: sellerScheme, value: z.string() })
  .meta({ id: "SellerIdentification" });

export const newBuyerIdentification = z.strictObject({ scheme: buyerScheme, value: newValue }).meta({
  id: "NewBuyerIdentification",
  description: "By what the authorities know a buyer without a VAT number.",
  examples: [{ scheme: "700", value: "7001234567" }],
});

export const buyerIdentification = z
  .object({ scheme: buyerScheme, value: z.string() })
  .meta({ id: "BuyerIdentification" });

const part = z.string().max(200);

export const newNationalAddress = z
  .strictObject({
    street: part,
    buildingNumber: part.meta({ description: "4 digits." }),
    additionalNumber: part.nullable().optional().meta({ description: "4 digits." }),
    district: part,
    postalCode: part.meta({ description: "5 digits." }),
    city: part,
    country: z.literal(homeCountry).optional(),
  })
  .meta({
    id: "NewNationalAddress",
    description: "Your address as the Saudi post registered it, in Arabic.",
    examples: [
      {
        street: "طريق الملك فهد",
        buildingNumber: "7525",
        additionalNumber: "3456",
        district: "العليا",
        postalCode: "12252",
        city: "الرياض",
      },
    ],
  });

export const nationalAddress = z
  .object({
    street: z.string(),
    buildingNumber: z.string(),
    additionalNumber: z.string().nullable(),
    district: z.string(),
    postalCode: z.string(),
    city: z.string(),
    country: z.literal(homeCountry),
  })
  .meta({ id: "NationalAddress" });

export const newNationalAddressEn = z.strictObject({ street: part, district: part, city: part }).meta({
  id: "NewNationalAddressEn",
  description: "The words of the address in English; its numbers are the same.",
  examples: [{ street: "King Fahd Road", district: "Al Olaya", city: "Riyadh" }],
});

export const nationalAddressEn = z
  .object({ street: z.string(), district: z.string(), city: z.string() })
  .meta({ id: "NationalAddressEn" });

export const sellerFact = z.enum(sellerFacts).meta({ id: "SellerFact" });

export const newPostalAddress = z
  .strictObject({
    street: part.optional(),
    buildingNumber: part.optional().meta({ description: "In Saudi Arabia 4 digits." }),
    additionalNumber: part.optional().meta({ description: "In Saudi Arabia 4 digits." }),
    district: part.optional(),
    postalCode: part.optional().meta({ description: "In Saudi Arabia 5 digits." }),
    city: part.optional(),
    country: countryText.optional().meta({ description: "ISO 3166; SA when left out." }),
  })
  .meta({
    id: "NewPostalAddress",
    description:
      "The buyer's address in parts. A standard tax invoice needs street, building number, district, postal code and " +
      "city of a buyer in Saudi Arabia, street and city of one elsewhere.",
    examples: [
      {
        street: "شارع العليا",
        buildingNumber: "7525",
        district: "الورود",
        postalCode: "12252",
        city: "الرياض",
      },
    ],
  });

export const postalAddress = z
  .object({
    street: z.string().nullable(),
    buildingNumber: z.string().nullable(),
    additionalNumber: z.string().nullable(),
    district: z.string().nullable(),
    postalCode: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string(),
  })
  .meta({ id: "PostalAddress" });

export const newClient = z
  .strictObject({
    name: z.string().max(100).optional(),
    mobile: z
      .string()
      .max(40)
      .optional()
      .meta({ description: "In national or international form; valid for countryCode." }),
    countryCode: countryText
      .optional()
      .meta({ description: "Country of the mobile, ISO 3166 or a dial code; SA when left out." }),
    email: z.string().max(254).optional(),
    vatNumber: z
      .string()
      .max(40)
      .optional()
      .meta({
        description:
          "Of a buyer who is registered for VAT, in the country of postalAddress: 15 digits that begin and end with 3 in " +
          "Saudi Arabia.",
      }),
    legalName: z
      .string()
      .max(400)
      .optional()
      .meta({ description: "The registered name of a business; on the tax invoice in place of name." }),
    identification: newBuyerIdentification.optional(),
    isBusiness: z.boolean().optional().meta({
      description: "A legal person, whatever else is known of it; decides the form of the tax invoice.",
    }),
    address: z
      .string()
      .max(500)
      .optional()
      .meta({ description: "As one text; not enough for a standard tax invoice." }),
    postalAddress: newPostalAddress.optional(),
  })
  .meta({
    id: "NewClient",
    description: "Whom the invoice is for; at least a name, a legal name or a mobile.",
    examples: [
      { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" },
      {
        legalName: "شركة واحة الخليج للتجارة",
        vatNumber: "300000000000003",
        postalAddress: {
          street: "شارع العليا",
          buildingNumber: "7525",
          district: "الورود",
          postalCode: "12252",
          city: "الرياض",
        },
      },
    ],
  });

export type NewClient = z.output<typeof newClient>;

export const invoiceClient = z
  .object({
    id: z.int().meta({ description: "In the directory of your clients (GET /api/v1/clients/{id})." }),
    name: z.string().nullable(),
    mobile: z.string().nullable().meta({ description: "International form, +966551234567." }),
    countryCode: z.string().nullable(),
    email: z.string().nullable(),
    vatNumber: z.string().nullable(),
    legalName: z.string().nullable(),
    identification: buyerIdentification.nullable(),
    address: z.string().nullable(),
    postalAddress: postalAddress.nullable(),
  })
  .meta({ id: "InvoiceClient" });
