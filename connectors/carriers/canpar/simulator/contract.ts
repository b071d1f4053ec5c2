/**
 * What the service can unpack: members of every message by name, type and order, as the schemas have them. What does not fit
 * is a SOAP fault, as Axis2 answers it; what fits and is still not acceptable is an `error` (rules.ts).
 */
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { xmlShapes } from '@scanship/simulator-kit/xml-shapes';

/** `name type`, in the schemas' order; `*` repeats; a type in capital letters is one of these. */
const SIGNED = 'password s';
const TYPES: Readonly<Record<string, string>> = {
  RateShipmentRq: `apply_association_discount b,apply_individual_discount b,apply_invoice_discount b,${SIGNED},shipment Shipment,user_id s`,
  RateShipmentAllServicesRq: `apply_association_discount b,apply_individual_discount b,apply_invoice_discount b,${SIGNED},shipment Shipment,user_id s`,
  GetProfileRq: `${SIGNED},shipper_num s,user_id s`,
  SearchCanadaPostRq: `city s,${SIGNED},postal_code s,province s,street_direction s,street_name s,street_num s,street_type s,user_id s,validate_only b`,
  ProcessShipmentRq: `${SIGNED},shipment Shipment,user_id s`,
  GetLabelsAdvancedRq: `horizontal b,id i,${SIGNED},thermal b,user_id s`,
  GetProformaRq: `id i,${SIGNED},user_id s`,
  VoidShipmentRq: `id i,${SIGNED},user_id s`,
  SearchShipmentsByReferenceRq: `from_shipping_date d,page_num i,${SIGNED},reference s,shipper_num s,to_shipping_date d,user_id s`,
  SearchShipmentsByManifestNumRq: `from_shipping_date d,manifest_num s,page_num i,${SIGNED},shipper_num s,to_shipping_date d,user_id s`,
  GetLastManifestNumberRq: `${SIGNED},shipper_num s,user_id s`,
  EndOfDayRq: `date d,${SIGNED},payment_info PaymentInfo,shipper_num s,user_id s`,
  GetManifestRq: `manifest_num s,${SIGNED},shipper_num s,type s,user_id s`,
  TrackByBarcodeV2Rq: 'barcode s,filter s,track_shipment b',
  SchedulePickupV2Rq: `${SIGNED},pickup PickupV2,user_id s`,
  CancelPickupRq: `id i,${SIGNED},user_id s`,
  SearchPickupByIdV2Rq: `id i,${SIGNED},shipper_num s,user_id s`,
  SearchPickupByPickupDateV2Rq: `from_pickup_date d,${SIGNED},shipper_num* s,to_pickup_date d,user_id s`,
  GetCutoffTimeRq: 'postal_code s',
  Shipment:
    'airport_code s,billed_weight f,billed_weight_unit s,cod_charge f,cod_type s,collect b,collect_charge f,collect_shipper_num s,consolidation_type s,cos b,cos_charge f,delivery_address Address,description s,dg b,dg_charge f,dimention_unit s,dv_charge f,ea_charge f,ea_zone y,estimated_delivery_date d,freight_charge f,fuel_surcharge f,handling f,handling_type s,id i,inserted_on d,instruction s,lg_charge f,manifest_num s,nsr b,order_id s,over_size_charge f,over_weight_charge f,packages* Package,pickup_address Address,premium s,premium_charge f,proforma Proforma,ra_charge f,reported_weight_unit s,rural_charge f,send_email_to_delivery b,send_email_to_pickup b,service_type s,shipment_status s,shipper_num s,shipping_date d,subtotal f,subtotal_with_handling f,tax_charge_1 f,tax_charge_2 f,tax_code_1 s,tax_code_2 s,total f,total_with_handling f,transit_time y,transit_time_guaranteed b,updated_on d,user_id s,voided b,xc_charge f,zone y',
  Address:
    'address_id s,address_line_1 s,address_line_2 s,address_line_3 s,attention s,city s,country s,email s,extension s,id i,inserted_on d,name s,phone s,postal_code s,province s,residential b,updated_on d',
  Package:
    'alternative_reference s,barcode s,billed_weight f,cod COD,cost_centre s,declared_value f,dim_weight f,dim_weight_flag b,height f,id i,inserted_on d,length f,lg b,min_weight_flag b,over_size b,over_weight b,package_num i,package_reference l,reference s,reported_weight f,store_num s,updated_on d,width f,xc b',
  COD: 'amount_1 f,amount_2 f,amount_3 f,id i,inserted_on d,post_dated_cheque_1 d,post_dated_cheque_2 d,post_dated_cheque_3 d,updated_on d',
  Proforma:
    'broker_address Address,business_num s,currency_of_declared_value s,extension s,id i,inserted_on d,name s,permit_num s,phone s,proforma_items* ProformaItem,reason_for_export s,reference s,status s,updated_on d',
  ProformaItem: 'commodity_info CommodityInfo,id i,inserted_on d,quantity i,updated_on d',
  CommodityInfo:
    'country_of_origin s,description s,hs_code s,id i,inserted_on d,province_of_origin s,updated_on d,value f',
  PaymentInfo: 'authorization_num s,id i,inserted_on d,type s,updated_on d',
  PickupV2:
    'canceled_by s,canceled_on d,closing_time s,collect b,comments s,created_by s,created_on d,id i,number_of_packages i,picked_up_on d,pickup_address Address,pickup_date d,pickup_location s,pickup_phone s,ready_time s,shipper_num s,unit_of_measure s,weight f',
};

const whole = (text: string, bits: bigint): boolean => {
  if (!/^[+-]?\d{1,30}$/.test(text)) return false;
  const value = BigInt(text.replace(/^\+/, ''));
  return value >= -(1n << (bits - 1n)) && value < 1n << (bits - 1n);
};

function isDateTime(text: string): boolean {
  const form =
    /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/;
  const [, year, month, day] = form.exec(text) ?? [];
  if (year === undefined) return false;
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${year}-${month}-${day}`);
}

const LEAVES: Readonly<Record<string, (text: string) => boolean>> = {
  s: () => true,
  b: (text) => ['true', 'false', '1', '0'].includes(text),
  f: (text) => /^([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|-?INF|NaN)$/.test(text),
  i: (text) => whole(text, 32n),
  l: (text) => whole(text, 64n),
  y: (text) => whole(text, 8n),
  d: isDateTime,
};

/** Nothing is demanded of the form; whether it is enough is said in `error`. */
const optional = (members: string): string => members.replaceAll(/(\w) /g, '$1? ');
const flawOf = xmlShapes(Object.fromEntries(Object.entries(TYPES).map(([type, of]) => [type, optional(of)])), LEAVES);

/** @throws SimRefusal a fault naming the member that does not fit */
export function checkMessage(type: string, value: unknown): void {
  const flaw = flawOf(type, value);
  if (flaw)
    throw new SimRefusal(
      500,
      'soapenv:Server',
      `org.apache.axis2.databinding.ADBException: Unexpected subelement ${flaw.element}`,
    );
}
