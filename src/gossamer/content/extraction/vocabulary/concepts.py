# ruff: noqa: E501 - words of many languages, kept as tables
"""The concepts, in the order in which they claim a phrase."""

from typing import Final

from gossamer.content.extraction.vocabulary import Concept, Kind, concept

_OFFER: Final = (
    "offers.{0} offers.priceSpecification.{0} offers.offers.{0} priceSpecification.{0} hasVariant.offers.{0}"
)
_PRICE: Final = (
    "offers.price offers.lowPrice offers.offers.price offers.priceSpecification.price "
    "priceSpecification.price price lowPrice hasVariant.offers.price offers.highPrice"
)

CONCEPTS: Final[tuple[Concept, ...]] = (
    # Of anything
    concept(
        "name", Kind.NAME,
        "title,heading,headline,full name,display name,label,titel,titre,nombre,titulo,nome,naam,namn,naslov",
        "name headline title",
        "og:title twitter:title dc.title dcterms.title title",
    ),
    concept(
        "description", Kind.LONG,
        "summary,abstract,excerpt,overview,about,teaser,intro,short description,meta description,beschreibung,"
        "descripcion,descricao,descrizione,omschrijving,beskrivning,subtitle,dek",
        "description abstract disambiguatingDescription",
        "description og:description twitter:description dc.description dcterms.description",
    ),
    concept(
        "image", Kind.IMAGE,
        "image url,picture,photo,thumbnail,main image,cover,cover image,hero image,featured image,image link,img,"
        "photo url,thumbnail url,image src,picture url,poster,bild,imagen,immagine,foto",
        "image image.url image.contentUrl thumbnailUrl primaryImageOfPage photo thumbnail",
        "og:image:secure_url og:image og:image:url twitter:image twitter:image:src",
    ),
    concept(
        "url", Kind.URL,
        "link,web address,address of page,page url,product url,canonical url,permalink,href,source url,web page,uri",
        "url mainEntityOfPage",
        "og:url",
    ),
    concept("language", Kind.TEXT, "locale,page language,lang,sprache,idioma,langue", "inLanguage", "og:locale"),
    concept(
        "keywords", Kind.LIST, "tag,topic,hashtag,subject,label tag,filed under,tagged,schlagwort,mots cles", "keywords",
        "keywords article:tag news_keywords parsely-tags",
    ),
    # Of products
    concept(
        "price", Kind.PRICE,
        "current price,sale price,selling price,cost,price amount,offer price,final price,discounted price,special price,"
        "now price,our price,price value,product price,asking price,lowest price,low price,min price,amount,"
        "ticket price,fee,monthly price,price month,monthly cost,monthly fee,annual price,yearly price,price year,preis,precio,prix,prezzo,preco,prijs,pris,cena,hinta,fiyat,ar,цена",
        _PRICE,
        "product:sale_price:amount product:price:amount og:price:amount og:price product:price price",
    ),
    concept(
        "originalPrice", Kind.PRICE,
        "list price,old price,regular price,was price,msrp,rrp,price before discount,strikethrough price,uvp,"
        "compare at price,previous price,full price,retail price,strike price,struck price,before price,price before,"
        "price was,precio anterior,prix barre",
        "offers.priceSpecification[ListPrice].price offers.priceSpecification[StrikethroughPrice].price",
        "product:original_price:amount",
    ),
    concept(
        "unitPrice", Kind.PRICE,
        "price per unit,base price,basic price,grundpreis,price per kg,price per kilo,price per kilogram,price per liter,"
        "price per litre,price per l,price unit,unit cost,price per piece",
    ),
    concept("highPrice", Kind.PRICE, "max price,highest price,maximum price", "offers.highPrice highPrice"),
    concept(
        "currency", Kind.CURRENCY, "price currency,salary currency,pay currency,currency code,currency symbol,waehrung,moneda,devise,valuta",
        _OFFER.format("priceCurrency") + " priceCurrency baseSalary.currency salaryCurrency",
        "product:price:currency og:price:currency product:sale_price:currency",
    ),
    concept(
        "sku", Kind.CODE,
        "product id,item number,article number,item id,product code,stock keeping unit,item code,product number,part number,"
        "catalog number,catalogue number,item no,article no,id,identifier,product identifier,asin,product sku,listing id,ad id",
        "sku productID offers.sku identifier.value identifier hasVariant.sku offers.itemOffered.sku",
        "product:retailer_item_id product:sku product:retailer_part_no product:retailer_part_number",
        "art nr,artikelnummer,art no,reference,ref,referencia,referencia producto,referencia do produto,codigo,codigo produto,"
        "codice,codice prodotto,codice articolo,code article,reference produit,best nr,bestellnummer,bestell nr,artikel nr,"
        "artikelnr,tuotenumero,tuotekoodi,varenummer,varenr,kod produktu,indeks,numer referencyjny,nr ref,nr katalogowy,"
        "артикул,код товара,код,арт,web id,web code,style number,model id,referencja,cod produs,kataloginumber,tootekood,sifra,"
        "sifra artikla,cikkszam,kod zbozi,cislo produktu,objednaci cislo,urun kodu,stok kodu,"
        "ebay item number,numero objet ebay,numero objet,artikelnummer ebay,ebay artikelnummer,numero oggetto ebay,"
        "numero inserzione,anzeige id,anzeigennummer,annonce n,catalog no,item sku,מקט,קוד מוצר,品番,商品番号,商品コード,상품번호,货号,"
        "رمز المنتج,رقم المنتج,product ref,ref no,reference number,reference no,order number,order code,sku code,sku no,"
        "stock code,stock no,stock number,part no,model sku",
    ),
    concept(
        "gtin", Kind.CODE,
        "ean,upc,barcode,gtin13,gtin12,gtin14,gtin8,ean13,ean code,isbn 13,universal product code,strichcode,"
        "codigo barra,code barre,codice ean",
        "gtin13 gtin gtin12 gtin14 gtin8 offers.gtin13 offers.gtin offers.gtin12 offers.gtin14 offers.gtin8 isbn",
        "product:ean product:upc product:isbn product:gtin",
        "isbn,isbn13,ean upc,ean isbn,ean gtin,kod ean,ean kod,ean kood,codigo ean,code ean,gtin ean",
    ),
    concept(
        "mpn", Kind.CODE,
        "manufacturer part number,model number,mfr part number,manufacturer number,mfg part,model no,modellnummer,"
        "herstellernummer,model code,manufacturer sku,part no,numero modelo,numero modello",
        "mpn offers.mpn model.name model",
        "product:mfr_part_no",
        "item model number,numero modello articolo,numero di modello,modelo,modelo articulo,numero modele,numero modele article,"
        "reference fabricant,reference constructeur,referencia fabricante,herstellerreferenz,herstellerartikelnummer,"
        "manufacturer reference,manufacturer part no,mfr no,mfr part no,mfg part no,vendor part number",
    ),
    concept(
        "brand", Kind.TEXT,
        "brand name,manufacturer,maker,marke,marca,marque,merk,hersteller,varumarke,marka,merkki,producent,fabricant,"
        "fabricante,бренд,производитель,merke,znacka,brend,kaubamark,gamintojas,razotajs,zimols,brand product,produktmarke,markenname",
        "brand.name brand manufacturer.name manufacturer",
        "product:brand og:brand brand",
    ),
    concept(
        "availability", Kind.AVAILABILITY,
        "stock,stock status,in stock,available,is available,is in stock,availability status,inventory status,stock level,"
        "sold out,verfugbarkeit,disponibilidad,disponibilite,disponibilita,disponibilidade,beschikbaarheid,наличие",
        _OFFER.format("availability") + " availability",
        "product:availability og:availability",
    ),
    concept(
        "stockCount", Kind.COUNT,
        "stock quantity,stock count,quantity left,item left,left in stock,unit left,number left,remaining stock,stock remaining,"
        "quantity available,available quantity,quantity in stock,inventory,inventory level,inventory count,inventory quantity,"
        "quantity stock,unit available,lagerbestand,quantite stock",
        _OFFER.format("inventoryLevel.value") + " " + _OFFER.format("inventoryLevel") + " inventoryLevel.value inventoryLevel",
        "product:inventory",
        "stock,in stock,auf lager,en stock",
    ),
    concept(
        "condition", Kind.TEXT, "item condition,zustand,estado,etat", _OFFER.format("itemCondition") + " itemCondition",
        "product:condition og:condition",
    ),
    concept(
        "seller", Kind.TEXT, "seller name,vendor,merchant,sold by,shop,store,store name,retailer,verkaufer,vendedor",
        "offers.seller.name offers.seller offers.offeredBy.name",
    ),
    concept("color", Kind.TEXT, "colour,farbe,couleur,colore,kleur,cor", "color", "product:color"),
    concept("material", Kind.TEXT, "fabric", "material", "product:material"),
    concept("weight", Kind.TEXT, "net weight,gewicht,peso,poids", "weight weight.value", "product:weight:value"),
    # Of what is rated
    concept(
        "rating", Kind.RATING,
        "average rating,rating value,star,star rating,score,review score,review rating,overall rating,user rating,bewertung,"
        "puntuacion,valutazione,avg rating,aggregate rating,customer rating",
        "aggregateRating.ratingValue reviewRating.ratingValue ratingValue starRating.ratingValue",
        "",
        "note",
    ),
    concept(
        "ratingCount", Kind.COUNT,
        "rating count,number rating,total rating,vote,number vote,vote count,num rating",
        "aggregateRating.ratingCount aggregateRating.reviewCount ratingCount reviewCount upvoteCount",
    ),
    concept(
        "reviewCount", Kind.COUNT,
        "review count,number review,total review,num review,reviews total,count review,bewertungen anzahl",
        "aggregateRating.reviewCount aggregateRating.ratingCount reviewCount ratingCount",
    ),
    concept(
        "bestRating", Kind.NUMBER, "max rating,rating scale,rating max,best rating", "aggregateRating.bestRating bestRating"
    ),
    # Of texts
    concept(
        "author", Kind.TEXT,
        "author name,byline,writer,written by,by,creator,autor,auteur,autore,verfasser,publisher author,posted by,chef,"
        "recipe by,reviewer,reviewer name,reviewed by,user,username",
        "author.name author creator.name creator",
        "author article:author dc.creator dcterms.creator parsely-author sailthru.author byl twitter:creator:name",
    ),
    concept(
        "datePublished", Kind.DATE,
        "date,publish date,published date,publication date,published,published at,published on,posted,post date,date posted,"
        "posted at,release date,created,created at,pub date,publish time,published time,date created,upload date,"
        "publication time,veroffentlicht,datum,fecha,fecha publicacion,date publication,data,data pubblicazione,timestamp",
        "datePublished datePosted uploadDate dateCreated releaseDate dateReleased",
        "article:published_time datepublished date dc.date dc.date.issued dcterms.date dcterms.created dcterms.issued "
        "parsely-pub-date sailthru.date pubdate publishdate publish-date publication_date og:pubdate "
        "og:article:published_time dc.date.created citation_publication_date article.published cxenseparse:recs:publishtime",
    ),
    concept(
        "dateModified", Kind.DATE,
        "updated,updated at,last updated,modified,modified date,last modified,update date,modification date",
        "dateModified",
        "article:modified_time og:updated_time datemodified last-modified lastmod dcterms.modified",
    ),
    concept(
        "publisher", Kind.TEXT,
        "site name,sitename,website name,site,website title,source,publication,source name,outlet,newspaper,verlag",
        "publisher.name publisher isPartOf.name sourceOrganization.name",
        "og:site_name application-name apple-mobile-web-app-title dc.publisher twitter:app:name:iphone",
    ),
    concept("section", Kind.TEXT, "article section,rubric,ressort", "articleSection", "article:section"),
    concept(
        "body", Kind.LONG,
        "content,text,article body,full text,main content,article text,body text,article content,page content,post content",
        "articleBody text reviewBody",
    ),
    concept("wordCount", Kind.COUNT, "word count,number word", "wordCount"),
    # Of recipes
    concept(
        "prepTime", Kind.DURATION, "preparation time,prep,preparation,prep minute,vorbereitungszeit,tiempo preparacion,"
        "temps preparation,tempo preparazione,bereidingstijd,forberedelse,vorbereitung", "prepTime",
    ),
    concept(
        "cookTime", Kind.DURATION, "cooking time,cook,cooking,baking time,bake time,bake,baking,kochzeit,backzeit,temps cuisson,cuisson,"
        "tiempo coccion,tempo cottura,cottura,koch backzeit,kooktijd,cook minute", "cookTime performTime",
    ),
    concept(
        "totalTime", Kind.DURATION, "ready in,total,ready time,time total,time,gesamtzeit,zubereitungszeit,temps total,"
        "tiempo total,tempo totale,total minute,arbeitszeit,tilberedningstid,tid,czas", "totalTime",
    ),
    concept(
        "yield", Kind.TEXT, "yields,serving,serves,portion,recipe yield,number serving,serving size count,portionen,porciones,"
        "porzioni,persone,personen,personnes,raciones,rendement,rendimento,porcoes,porcje,порции,makes,dosi,annos",
        "recipeYield yield",
    ),
    concept(
        "ingredients", Kind.LIST, "ingredient,ingredient list,recipe ingredient,zutaten,ingrediente,ingredienti,ingredienten,"
        "ingredienser,skladniki,ingredienser,ainekset,hozzavalok,suroviny,malzemeler,ингредиенты,состав,材料",
        "recipeIngredient ingredients supply.name",
        "",
        "you ll need,what you ll need,what you need,einkaufsliste,das brauchst du,dit heb je nodig,benodigdheden,du behover,"
        "il vous faut,occorrente,malzeme,dig behover,potrebujeme,what you will need",
    ),
    concept(
        "instructions", Kind.LIST, "instruction,step,direction,method,recipe instruction,preparation step,cooking step,"
        "zubereitung,preparacion,modo preparo,procedure,procedimento,preparazione,bereiding,gor sa har,fremgangsmate,elkeszites,"
        "postup,przygotowanie,приготовление,作り方,how to make,steps",
        "recipeInstructions step",
        "",
        "preparation,fremgangsmade,fremgangsmate,tillagning,valmistus,pasos,modo de hacerlo,elaboracion,como hacer,etape,"
        "etapes de preparation,werkwijze,aan de slag,sposob przygotowania,procedura,how to,let s cook,cooking instruction,"
        "bereidingswijze,deroulement,realisation,la recette,tilberedning,modo de fazer,yapilisi,wykonanie,vorgehen",
    ),
    concept("cuisine", Kind.TEXT, "recipe cuisine,kuche,cocina,cucina", "recipeCuisine"),
    concept("calories", Kind.TEXT, "calorie,kcal,energy,kalorien", "nutrition.calories"),
    # Of events
    concept("startDate", Kind.DATE, "start,start time,starts at,begin,event date,date start,start at,beginn", "startDate"),
    concept("endDate", Kind.DATE, "end,end time,ends at,date end,end at", "endDate"),
    concept("doorTime", Kind.TEXT, "door open,doors,doors open at,door opening,door opening time,einlass", "doorTime"),
    concept("venue", Kind.TEXT, "venue name,location name,place,place name,location venue", "location.name location", "", "location,where,veranstaltungsort,spielort,lieu"),
    concept("organizer", Kind.TEXT, "organiser,organized by,host,veranstalter", "organizer.name organizer"),
    concept("performer", Kind.TEXT, "artist,speaker,act", "performer.name performer byArtist.name"),
    # Of jobs
    concept("company", Kind.TEXT, "employer,company name,hiring organization,arbeitgeber,empresa,hiring company,employer name,name company", "hiringOrganization.name"),
    concept("salary", Kind.TEXT, "pay,compensation,base salary,salary range,wage,gehalt", "baseSalary estimatedSalary"),
    concept(
        "employmentType", Kind.TEXT, "job type,contract type,employment,work type,type contract,type employment,type job,position type", "employmentType", "",
        "contract,working hour,work schedule,schedule,work time,working time,anstellungsart,beschaftigungsart,type contrat,arbeitszeit",
    ),
    concept(
        "remote", Kind.TEXT, "is remote,remote work,remote possible,remote allowed,work from home,home office,remote work possible,remote friendly",
        "jobLocationType", "", "workplace,working model,work model,workplace type,work location type,remote option,arbeitsort modell",
    ),
    concept("workMode", Kind.TEXT, "working mode,work arrangement,mode work", "", "", "workplace,working model,work model,workplace type"),
    concept("contactName", Kind.TEXT, "contact person,contact person name,name contact,ansprechpartner", "contactPoint.name", "", "contact,your contact"),
    concept(
        "validThrough", Kind.DATE, "deadline,expires,application deadline,closing date,valid until,apply by,apply before,apply until,registration deadline,register by,"
        "registration close,registration end,booking deadline", "validThrough", "",
        "application close,application closing date,closing,closes,bewerbungsschluss,bewerbungsfrist,date limite",
    ),
    # Of people, companies and places
    concept("email", Kind.EMAIL, "mail,email address,contact email,e mail", "email contactPoint.email author.email"),
    concept(
        "telephone", Kind.PHONE, "phone,phone number,telephone number,tel,contact number,contact phone,telefon,"
        "telefono", "telephone contactPoint.telephone location.telephone",
    ),
    concept(
        "mobile", Kind.PHONE, "mobile phone,mobile number,mobile phone number,mobile telephone,cell,cell phone,cell number,"
        "cellphone,handy,handynummer,movil,portable,cellulare", "mobile mobilePhone",
    ),
    concept(
        "address", Kind.ADDRESS, "street address full,full address,postal address,location,location address,adresse,"
        "direccion,indirizzo,headquarter,office address,head office",
        "address location.address jobLocation.address location jobLocation contentLocation",
        "",
        "where,job location,work location,place work,hq,arbeitsort,standort,lieu",
    ),
    concept("street", Kind.TEXT, "street address,address line,address line1", "address.streetAddress location.address.streetAddress jobLocation.address.streetAddress"),
    concept("city", Kind.TEXT, "town,locality,address locality,stadt,ort", "address.addressLocality location.address.addressLocality jobLocation.address.addressLocality"),
    concept("region", Kind.TEXT, "state,province,address region", "address.addressRegion location.address.addressRegion jobLocation.address.addressRegion"),
    concept("postalCode", Kind.TEXT, "zip,zip code,postcode,zipcode,plz", "address.postalCode location.address.postalCode jobLocation.address.postalCode"),
    concept("country", Kind.TEXT, "address country,country name", "address.addressCountry.name address.addressCountry location.address.addressCountry jobLocation.address.addressCountry"),
    concept("openingHours", Kind.TEXT, "hour,business hour,open hour,offnungszeiten", "openingHours"),
    concept("vatNumber", Kind.TEXT, "vat,vat id,vat no,vat number,vat registration number,vat reg no,vatin,ust id,ust idnr,ust id nr,tva,btw nummer,partita iva", "vatID"),
    concept(
        "companyNumber", Kind.TEXT, "company no,company registration number,company registration,registration number,registration no,"
        "registered number,company reg no,crn,handelsregister,kvk,siret,siren",
    ),
    concept("website", Kind.URL, "homepage,company website,web site,official website", "url sameAs"),
    concept("jobTitle", Kind.TEXT, "position,role,occupation", "jobTitle title"),
    concept("founder", Kind.TEXT, "founded by", "founder.name founder founders.name"),
    concept("foundingDate", Kind.DATE, "founded,founded in,established,year founded,founding year,founded year,year founding,year established", "foundingDate"),
    concept("employees", Kind.COUNT, "number employee,employee count,headcount,company size,employee number,total employee,staff count", "numberOfEmployees.value numberOfEmployees"),
    concept("logo", Kind.IMAGE, "logo url,company logo", "logo.url logo publisher.logo.url", "og:logo"),
    concept("latitude", Kind.NUMBER, "lat", "geo.latitude location.geo.latitude", "place:location:latitude"),
    concept("longitude", Kind.NUMBER, "lng,lon,long", "geo.longitude location.geo.longitude", "place:location:longitude"),
    # Of media
    concept("duration", Kind.DURATION, "length,runtime,running time,video length,dauer", "duration timeRequired", "og:video:duration"),
    concept("views", Kind.COUNT, "view count,number view,play count", "interactionStatistic.userInteractionCount interactionCount"),
    concept("comments", Kind.COUNT, "comment count,number comment", "commentCount"),
    concept("genre", Kind.TEXT, "genres", "genre", "og:video:genre"),
    concept("director", Kind.TEXT, "directed by,regie,inszenierung,mise en scene", "director.name director"),
    concept("actors", Kind.LIST, "actor,cast,starring", "actor.name actor"),
    concept("isbn", Kind.CODE, "isbn10", "isbn workExample.isbn", "book:isbn og:isbn"),
    concept("pages", Kind.COUNT, "number page,page count,num page", "numberOfPages"),
    concept("edition", Kind.TEXT, "book edition", "bookEdition"),
    concept("format", Kind.TEXT, "book format", "bookFormat"),
    concept(
        "category", Kind.TEXT, "category name,product category,product type,type,kategorie,categoria,recipe category,course",
        "category recipeCategory articleSection applicationCategory additionalType",
        "product:category article:section",
    ),
    concept("version", Kind.TEXT, "software version", "softwareVersion version"),
    concept("operatingSystem", Kind.TEXT, "os,platform", "operatingSystem"),
    concept("license", Kind.TEXT, "licence", "license", "dc.rights"),
    # Of questions and breadcrumbs
    concept("answer", Kind.LONG, "answer text,accepted answer,a,response,reply text,antwort,reponse,respuesta", "acceptedAnswer.text suggestedAnswer.text"),
    concept(
        "accepted", Kind.BOOLEAN,
        "is accepted,is accepted answer,accepted solution,is accepted solution,is solution,is best answer,marked as answer",
        "accepted", "", "accepted answer,best answer,solution,akzeptierte antwort,beste antwort,losung,meilleure reponse",
    ),
    concept("question", Kind.TEXT, "question text,q,frage,pregunta,domanda", "name text"),
    concept("position", Kind.COUNT, "rank", "position"),
)  # fmt: skip
