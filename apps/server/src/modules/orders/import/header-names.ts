/** Header names of the columns that a file of orders can have, in English and French and as the usual exports write them. */
import type { ImportField } from '@scanship/contracts/orders/order-import';

/** Names of each field, the surest first, between bars; written as `headerKey` gives them. */
const NAMES: Readonly<Record<ImportField, string>> = {
  orderNumber:
    'order number|order no|order|order id|ordernumber|order name|order num|commande|' +
    'numero de commande|no de commande|n de commande|no commande|numero commande|reference|' +
    'purchase order|po number|sales order|sale id|receipt id|sales record number|amazon order id',
  placedAt:
    'order date|date order date|date|purchase date|placed at|created at|sale date|order created|order placed|paid at|' +
    'payments date|date paid|order date time|date de commande|date de la commande|date d achat|' +
    'commande le',
  requestedService:
    'shipping method|shipping service|service requested|requested service|requested shipping service|' +
    'ship service level|shipping method title|delivery method|service|mode de livraison|' +
    'mode d expedition|methode de livraison|livraison|service demande',
  currency: 'currency|order currency|currency code|devise|monnaie',
  customerNote:
    'customer note|note|notes|customer notes|notes from buyer|buyer note|buyer notes|order notes|' +
    'order note|delivery instructions|gift message|note du client|note de l acheteur|remarque|' +
    'remarques|instructions',
  tags: 'tags|tag|labels|etiquettes|mots cles',
  name:
    'ship to name|shipping name|recipient name|recipient|ship name|receiver|deliver to|name|' +
    'full name|customer name|buyer name|customer|first name shipping|shipping first name|' +
    'ship first name|first name|nom du destinataire|destinataire|nom|nom complet|nom du client|' +
    'client|prenom|contact',
  lastName: 'last name shipping|shipping last name|ship last name|last name|surname|nom de famille',
  companyName:
    'ship to company|shipping company|company shipping|recipient company|company|company name|' +
    'business name|entreprise|societe|compagnie|raison sociale',
  address1:
    'ship to address 1|shipping address1|shipping address 1|ship address1|ship address 1|address 1|' +
    'address1|address line 1|address line1|street 1|address 1 2 shipping|shipping street|' +
    'street address|ship to address|street|address|delivery address|adresse 1|adresse ligne 1|' +
    'ligne d adresse 1|adresse|rue|adresse de livraison',
  address2:
    'ship to address 2|shipping address2|shipping address 2|ship address2|ship address 2|address 2|' +
    'address2|address line 2|address line2|street 2|apartment|apt|unit|suite|adresse 2|' +
    'adresse ligne 2|ligne d adresse 2|appartement|complement d adresse|bureau',
  city: 'ship to city|shipping city|city shipping|ship city|city|town|ville|localite|municipalite',
  provinceCode:
    'ship to state|ship to province|shipping province|shipping province code|shipping state|' +
    'state code shipping|ship state|ship province|province|state|province or state|province ou etat|province state|state province|' +
    'province code|state code|region|county|etat|province etat|prov|prov state|st|ship to prov|shipping prov|etat province',
  zipcode:
    'ship to postal code|ship to zip|shipping zip|shipping postcode|postcode shipping|ship zipcode|' +
    'ship postal code|ship zip|shipping postal code|postal code|zip|zip code|zipcode|postcode|' +
    'zip postal code|postal zip code|code postal|cp',
  countryCode:
    'ship to country|shipping country|shipping country code|country code shipping|ship country|' +
    'country|country code|ship to country code|destination country|pays|code pays|pays de livraison|' +
    'code du pays',
  phone:
    'ship to phone|shipping phone|ship phone number|recipient phone|phone|phone number|' +
    'buyer phone number|phone billing|billing phone|telephone|mobile|tel|numero de telephone',
  email:
    'ship to email|email|e mail|email address|customer email|buyer email|recipient email|' +
    'email billing|billing email|contact email|courriel|adresse courriel|adresse e mail',
  sku:
    'item sku|lineitem sku|line item sku|sku|product sku|custom label|product code|item number|' +
    'code article|code produit|ugs',
  title:
    'item name|lineitem name|line item name|product name|item title|title|item description|product|' +
    'item|description|product title|article|produit|nom du produit|nom de l article|titre|' +
    'designation',
  quantity:
    'item quantity|item qty|lineitem quantity|quantity|qty|quantity purchased|quantity refund|' +
    'quantity ordered|units|quantite|qte|nombre',
  unitPrice:
    'unit price|item unit price|lineitem price|item price|price|item cost|sold for|price each|' +
    'prix unitaire|prix|valeur unitaire|unit value',
  lineTotal: 'item total|line total|item subtotal|total de la ligne|sous total',
  weight:
    'unit weight|item weight|weight|weight per unit|product weight|poids|poids unitaire|' +
    'poids de l article|poids du produit',
  hsCode:
    'hs code|hs tariff number|harmonized code|tariff code|customs code|hts code|hs|code sh|' +
    'code douanier|code tarifaire',
  originCountry:
    'country of origin|origin country|country of manufacture|made in|origin|pays d origine|' +
    'pays de fabrication|origine',
};

/** Names of a field, the surest first. */
export const headerNames = (field: ImportField): readonly string[] => NAMES[field].split('|');
