# ruff: noqa: E501 - words of many languages, kept as a table
"""What pages in other languages call what fields are called in English.

In German, French, Spanish, Italian, Dutch, Portuguese, in part in the Nordic languages, Polish, Japanese and Chinese.
Without accents, as labels are compared.
"""

from collections.abc import Mapping, Sequence
from typing import Final

_TABLE: Final = """
adult,erwachsene,erwachsener,adulte,adulto,adulti,volwassene,volwassenen,voksen,vuxen,大人,一般,成人
child,kinder,enfant,nino,bambino,bambini,criança,crianca,kinderen,子供,小人,儿童
student,schuler,studierende,etudiant,estudiante,studente,studenten,estudante,大学生,学生
senior,senioren,jubilado,anziano,ouderen,65歳以上,シニア
reduced,ermassigt,ermassigung,reduit,reducido,ridotto,gereduceerd,割引
price,preis,prix,tarif,precio,prezzo,prijs,preco,pris,cena,料金,価格,定価,价格
fee,gebuhr,frais,cuota,tassa,kosten,taxa,参加費,会費
free,kostenlos,gratuit,gratis,gratuito,無料
admission,eintritt,entree,entrada,ingresso,ingreso,toegang,観覧料,入場料,入館料
deposit,kaution,anzahlung,caution,fianza,cauzione,borg,敷金
rent,miete,kaltmiete,loyer,alquiler,affitto,huur,家賃,賃料
extra,nebenkosten,charges
salary,gehalt,lohn,salaire,sueldo,salario,stipendio,salaris,給与
street,strasse,straße,rue,calle,straat,rua,住所
city,stadt,ort,ville,ciudad,citta,stad,plaats,cidade,市
country,land,pais,paese,国
address,adresse,anschrift,direccion,indirizzo,adres,endereco,所在地
phone,telefon,rufnummer,telephone,telefono,telefoon,telefone,電話,電話番号
mobile,handy,mobil,movil,cellulare,mobiel,携帯
email,mail,courriel,correo,e mail,メール
fax,telefax,telecopie
contact,kontakt,ansprechpartner,ansprechpartnerin,contatto,contacto,contactpersoon,お問い合わせ
press,presse,prensa,stampa,medien,広報
support,kundendienst,kundenservice,assistance,soporte,assistenza,ondersteuning,サポート
sales,vertrieb,verkauf,vente,ventas,vendite,verkoop,営業
emergency,notfall,notdienst,pikett,bereitschaft,urgence,urgencia,emergenza,noodgeval,緊急
prescription,rezept,rezepttelefon,ordonnance,receta,ricetta
manager,leiter,leiterin,leitung,leitend,responsable,direttore,gerente,leidinggevende,責任者
managing director,geschaftsfuhrer,geschaftsfuhrerin,geschaftsfuhrung,directeur,directrice,gerant,gerante,bestuurder,代表取締役,社長
head,leiter,leiterin,leitung,cheffe,hoofd,館長
owner,inhaber,inhaberin,eigentumer,proprietaire,propietario,proprietario,eigenaar
founder,grunder,grunderin,fondateur,fondatrice,fundador,fondatore,oprichter,創業者
founded,gegrundet,grundung,fonde,fondee,fundada,fundado,fondata,opgericht,設立,創業
opened,eroffnet,eroffnung,ouverture,geopend,開館,開業
employee,mitarbeiter,mitarbeitende,beschaftigte,salarie,empleado,dipendente,medewerker,werknemer,従業員
revenue,umsatz,chiffre d affaires,ingreso,fatturato,omzet,売上
doctor,arzt,arztin,arzte,medecin,medico,dokter,医師
specialty,fachrichtung,fachgebiet,specialite,especialidad,specialita,specialisme,診療科
substitute,vertretung,remplacant,sustituto,sostituto,waarnemer
appointment,termin,sprechstunde,rendez vous,cita,appuntamento,afspraak,予約
opening hour,offnungszeiten,sprechzeiten,sprechstunde,horaire,horaires,horario,orario,openingstijden,開館時間,営業時間
morning,vormittag,vormittags,matin,manana,mattina,ochtend,午前
afternoon,nachmittag,nachmittags,apres midi,tarde,pomeriggio,middag,午後
closed,geschlossen,ruhetag,ferme,fermeture,cerrado,chiuso,gesloten,休館日,定休日
day,tag,jour,dia,giorno,dag,曜日
monday,montag,lundi,lunes,lunedi,maandag,月曜日
tuesday,dienstag,mardi,martes,martedi,dinsdag,火曜日
wednesday,mittwoch,mercredi,miercoles,mercoledi,woensdag,水曜日
thursday,donnerstag,jeudi,jueves,giovedi,donderdag,木曜日
friday,freitag,vendredi,viernes,venerdi,vrijdag,金曜日
saturday,samstag,sonnabend,samedi,sabado,sabato,zaterdag,土曜日
sunday,sonntag,dimanche,domingo,domenica,zondag,日曜日
date,datum,fecha,日付,日程,日時
start,beginn,anfang,debut,inicio,inizio,begin,開始
end,ende,schluss,fin,fine,einde,終了
deadline,frist,anmeldeschluss,bewerbungsschluss,date limite,plazo,scadenza,uiterste datum,締切
duration,dauer,duree,duracion,durata,duur,looptijd,所要時間
period,zeitraum,laufzeit,periode,periodo,会期,期間
time,uhrzeit,zeit,heure,hora,ora,tijd,時間
departure,abfahrt,abflug,salida,partenza,vertrek,出発
arrival,ankunft,arrivee,llegada,arrivo,aankomst,到着
stop,halt,haltestelle,arret,parada,fermata,停留所
platform,gleis,bahnsteig,anden,binario,spoor,番線
line,linie,ligne,linea,lijn,路線
room,zimmer,raum,saal,salle,chambre,habitacion,camera,kamer,sala,会場
bedroom,schlafzimmer,chambre,dormitorio,camera da letto,slaapkamer,quarto,寝室
bathroom,badezimmer,salle de bain,bano,bagno,badkamer,浴室
floor,etage,stockwerk,obergeschoss,planta,piano,verdieping,階
area,flache,wohnflache,grundflache,surface,superficie,oppervlakte,woonoppervlakte,面積
plot,grundstuck,terrain,parcela,terreno,perceel,土地
garage,stellplatz,parkplatz,aparcamiento,parcheggio,parkeerplaats,駐車場
elevator,lift,aufzug,fahrstuhl,ascenseur,ascensor,ascensore,エレベーター
balcony,balkon,balcon,terraza,balcone,terras,バルコニー
heating,heizung,chauffage,calefaccion,riscaldamento,verwarming
energy,energie,energia,energieausweis,エネルギー
built,baujahr,erbaut,construit,construccion,costruito,bouwjaar,築年
available,verfugbar,bezugsfrei,disponible,disponibile,beschikbaar,空室
weight,gewicht,poids,peso,重量,重さ
width,breite,largeur,ancho,larghezza,breedte,幅
height,hohe,hauteur,altura,altezza,hoogte,高さ
length,lange,longueur,largo,longitud,lunghezza,lengte,長さ
depth,tiefe,profondeur,profundidad,profondita,diepte,奥行
dimension,abmessung,dimensiones,dimensioni,afmetingen,寸法,サイズ
material,materiale,materiau,matiere,素材
exterior color,exterior colour,aussenfarbe,couleur exterieure
interior color,interior colour,innenfarbe,couleur interieure
displacement,hubraum,cylindree,cilindrada
owner,fahrzeughalter,vorbesitzer,halter
colour,color,farbe,couleur,colore,kleur,cor,色
size,grosse,größe,taille,talla,tamano,taglia,maat,サイズ
capacity,kapazitat,fassungsvermogen,capacite,capacidad,capacita,capaciteit,定員,容量
power,leistung,puissance,potencia,potenza,vermogen,出力
speed,geschwindigkeit,vitesse,velocidad,velocita,snelheid,速度
range,reichweite,autonomie,autonomia,bereik,航続距離
consumption,verbrauch,consommation,consumo,verbruik,燃費,消費電力
voltage,spannung,tension,tensione,spanning,電圧
mileage,kilometerstand,laufleistung,kilometrage,kilometraje,chilometraggio,kilometerstand,走行距離
fuel,kraftstoff,treibstoff,carburant,combustible,carburante,brandstof,燃料
transmission,getriebe,boite de vitesses,cambio,transmissie,変速機
first registration,erstzulassung,mise en circulation,matriculacion,immatricolazione,eerste toelating,初度登録
door,tur,turen,porte,puerta,porta,deur,ドア
seat,sitz,sitzplatz,sitzplatze,plaza,posto,zitplaats,couvert,席,座席
guarantee,warranty,garantie,gewahrleistung,garantia,garanzia,保証
delivery,lieferung,lieferzeit,livraison,envio,consegna,levering,bezorging,配送
stock,vorrat,lager,voorraad,在庫
author,autor,autorin,auteur,autrice,autore,schrijver,著者
translator,ubersetzer,ubersetzerin,ubersetzung,traducteur,traductrice,traductor,traduttore,vertaler,訳者
publisher,verlag,editeur,editorial,editore,uitgever,uitgeverij,出版社,発行
page,seite,seiten,pagina,ページ
language,sprache,langue,idioma,lingua,taal,言語
edition,auflage,ausgabe,edicion,edizione,druk,uitgave,版
title,titel,titre,titulo,titolo,題名,タイトル
category,kategorie,categorie,categoria,カテゴリー
section,abschnitt,rubrik,rubrique,seccion,sezione,afdeling
department,abteilung,departement,departamento,dipartimento,afdeling,部署
position,stelle,poste,puesto,posizione,functie,職種,役職
qualification,anforderung,voraussetzung,exigence,requisito,vereiste,応募資格
experience,erfahrung,berufserfahrung,experiencia,esperienza,ervaring,経験
level,stufe,niveau,nivel,livello,レベル
teacher,dozent,dozentin,lehrer,lehrerin,enseignant,profesor,insegnante,docent,講師
speaker,referent,referentin,vortragende,intervenant,ponente,relatore,spreker,講演者,登壇者
participant,teilnehmer,participante,partecipante,deelnemer,参加者
place,platz,platze,lieu,lugar,luogo,plaats,場所,会場
venue,veranstaltungsort,lieu,salle,lugar,sede,locatie,会場
organizer,veranstalter,organisateur,organizador,organizzatore,organisator,主催
exhibition,ausstellung,exposition,exposicion,mostra,tentoonstelling,展覧会
work,werk,exponat,œuvre,oeuvre,obra,作品,点
catalogue,catalog,katalog,catalogo,catalogus,図録
audio guide,audioguide,audiogids,音声ガイド
curator,kurator,kuratorin,commissaire,comisario,curatore,学芸員
ingredient,zutat,zutaten,ingrediente,ingredienten,材料
allergen,allergene,alergeno,アレルギー
dish,gericht,plat,plato,piatto,gerecht,料理
starter,vorspeise,entrante,antipasto,voorgerecht,前菜
dessert,nachspeise,nachtisch,postre,dolce,nagerecht,デザート
drink,getrank,boisson,bebida,bevanda,drank,飲み物
guest,gast,gaste,personne,persona,personen,pessoa,voyageur,huesped,ospite
night,nacht,ubernachtung,nuit,noche,notte,泊
breakfast,fruhstuck,petit dejeuner,desayuno,colazione,ontbijt,朝食
check in,anreise,arrivee,チェックイン
check out,abreise,チェックアウト
pet,haustier,haustiere,hund,hunde,animal,animaux,mascota,animale,huisdier,huisdieren,ペット
score,ergebnis,resultat,resultado,risultato,uitslag
rating,bewertung,valoracion,valutazione,beoordeling,waardering,評価
review,bewertung,rezension,avis,resena,opinion,recensione,beoordeling,口コミ,レビュー
payment,zahlung,zahlungsart,paiement,pago,pagamento,betaling,支払
cheque,scheck,cheques
tax,steuer,mwst,impot,taxe,impuesto,imposta,belasting,税
registration,anmeldung,inscription,inscripcion,iscrizione,aanmelding,inschrijving,申込
prep,preparation,vorbereitung,voorbereiding,bereiding,preparacion,preparazione,forberedelse,準備
difficulty,schwierigkeit,schwierigkeitsgrad,difficulte,dificultad,difficolta,moeilijkheid,moeilijkheidsgraad,難易度
vote,stimme,stimmen,stemmen,voto,voti,votos,投票
comment,kommentar,kommentare,commentaire,comentario,commento,reactie,reacties,コメント
bid,gebot,bieding,bod,offre,oferta,入札
price,vraagprijs,kaufpreis,verkaufspreis
registration plate,kennzeichen,immatriculation,kenteken
half day,demi journee,halbtag,halber tag,medio dia,media jornada,mezza giornata
day,journee,tag,jornada,giornata
week,woche,semaine,semana,settimana
note,hinweis,remarque,nota,opmerking,備考
"""

# Groups of words for the same thing, the English one first.
SAME: Final[Sequence[Sequence[str]]] = tuple(tuple(line.split(",")) for line in _TABLE.strip().splitlines())

# Units of time by their names in other languages.
TIMES: Final[Mapping[str, str]] = {
    word: unit
    for unit, words in (
        ("second", "sekunde sekunden seconde secondes segundo segundos secondo secondi seconden"),
        ("minute", "minuten minuto minutos minuti minuts minuter minutt"),
        ("hour", "stunde stunden std heure heures hora horas ora ore uur uren timme timer"),
        ("day", "tag tage tagen jour jours día días dia dias giorno giorni dag dagen"),
        ("week", "woche wochen semaine semaines semana semanas settimana settimane weken"),
        ("month", "monat monate monaten mois mes meses mese mesi maand maanden"),
        ("year", "jahr jahre jahren an ans année années año años anno anni jaar"),
    )
    for word in words.split()
}
